#!/usr/bin/env python3
"""Writes the calls of the fuzzer from the header: for each function of swashplate.h one C function that makes up its arguments and
calls it. A function, struct or callback that is added to the header is covered without further work.

usage: generate.py swashplate.h > calls.inc
"""
import re
import sys

# What frees or makes a handle is called by the program itself, not by chance.
OWN = {"swp_model_create", "swp_model_free", "swp_sim_create", "swp_sim_free", "swp_snapshot_free", "swp_diagnosis_free",
       "swp_case_read", "swp_case_from_text", "swp_snapshot_from_bytes"}
# A failure of these leaves the last accepted step, as the header says, not the state before the call.
MOVES = re.compile(r"swp_sim_(advance|repeat)")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def declaration(text):
    """(type, name, length) of `double x[3]`, `const struct swp_node *nodes` ..."""
    text = " ".join(text.split())
    match = re.fullmatch(r"(.*?)(\w+)((?:\[\d+\])*)", text)
    length = 1
    for n in re.findall(r"\[(\d+)\]", match.group(3)):
        length *= int(n)
    return match.group(1).strip(), match.group(2), length


class Header:
    def __init__(self, text):
        text = without_comments(text)
        self.structs = {}
        for name, body in re.findall(r"typedef struct (swp_\w+) \{(.*?)\} swp_\w+;", text, re.S):
            self.structs[name] = [declaration(m) for m in body.split(";") if m.strip()]
        self.handles = set(re.findall(r"typedef struct (swp_\w+) swp_\w+;", text))
        self.ids = {n for n, m in self.structs.items() if [x[:2] for x in m] == [("uint32_t", "id")]}
        self.callbacks = {}
        for name, arguments in re.findall(r"typedef int32_t \(\*(swp_\w+)\)\(([^;]*)\);", text):
            self.callbacks[name] = [declaration(a) for a in arguments.split(",")]
        self.functions = []
        for kind, name, arguments in re.findall(r"^([\w ]+?[\s*]+)(swp_\w+)\(([^;]*?)\);", text, re.M | re.S):
            arguments = [] if arguments.strip() == "void" else [declaration(a) for a in arguments.split(",")]
            self.functions.append((" ".join(kind.split()), name, arguments))
        self.inits = {a[0][0].split()[1]: n for _, n, a in self.functions if n.endswith("_init") and len(a) == 1}


def struct_of(kind):
    match = re.match(r"(?:const )?struct (swp_\w+)", kind)
    return match.group(1) if match else None


def member(header, kind, name, place):
    """C that fills one member of a struct."""
    plain = {"double": f'{place} = number("{name}");', "int32_t": f'{place} = integer("{name}");',
             "size_t": f'{place} = size("{name}");', "uint32_t": f"{place} = (uint32_t)bits();",
             "uint64_t": f"{place} = rare(careful ? 5000 : 50) ? bits() : 0;", "uint8_t": f"{place} = (uint8_t)bits();"}
    if kind in plain:
        return plain[kind]
    struct = struct_of(kind)
    if struct and not kind.endswith("*"):
        return f"fill_{struct}(&{place});"
    if kind == "const char *":
        return f'{place} = text("{name}");'
    if kind == "const double *":
        return f'{place} = numbers("{name}");'
    return f"memset(&{place}, 0, sizeof {place});"


def fill(header, struct):
    """C function that makes up a struct."""
    lines = [f"static void fill_{struct}(struct {struct} *to) {{"]
    if struct in header.ids:
        lines.append(f'    to->id = id("{struct}");')
    else:
        lines.append("    memset(to, 0, sizeof *to);")
        init = header.inits.get(struct)
        chance = ""
        if init:
            # as it should be, with a member changed now and then
            lines.append(f"    {init}(to);")
            chance = "if (rare(strange) || (most && is_none(&to->{name}, sizeof to->{name}))) "
            lines.append("    int most = careful && rare(2);")
        for kind, name, length in header.structs[struct]:
            if kind == "size_t" and name.startswith("max_"):
                # long work that was asked for is no hang
                lines.append(f"    to->{name} = 2 + bits() % 30;")
            elif name == "size":
                lines.append("    if (rare(40)) to->size = size(\"size\");")
            elif length > 1:
                lines.append(f"    {chance.format(name=name)}for (int k = 0; k < {length}; k++) {member(header, kind, name, f'to->{name}[k]')}")
                if name == "inertia" and length == 9:
                    lines.append("    if (!rare(strange)) diagonal(to->inertia, 3, 1);")
                if name == "inertia" and length == 3:
                    lines.append("    if (careful) to->inertia[0] = to->inertia[1] + to->inertia[2];")
                if name in ("rotation", "orientation", "quaternion"):
                    lines.append(f"    if (!rare(strange)) turn(to->{name});")
            else:
                lines.append(f"    {chance.format(name=name)}{member(header, kind, name, f'to->{name}')}")
    return "\n".join(lines + ["}"])


def argument(header, kind, name):
    """C expression for an argument."""
    struct = struct_of(kind)
    if struct == "swp_model":
        return "(rare(20 * strange) ? NULL : model)"
    if struct == "swp_sim":
        return "(rare(20 * strange) ? NULL : sim)"
    if struct in ("swp_snapshot", "swp_diagnosis") and kind.startswith("const"):
        return f"(rare(50) ? NULL : a_{struct})"
    if kind in header.callbacks:
        return f"(rare(strange) && strcmp(\"{kind}\", \"swp_progress_callback\") ? NULL : call_{kind})"
    if struct and kind.endswith("**"):
        return f"(struct {struct} **)out(\"{name}\")"
    if struct == "swp_path_options" and kind.startswith("const"):
        return f"some_{struct}()"  # without options a path may have 2000 points
    if struct and kind.startswith("const"):
        return f"(rare(2 * strange) ? NULL : some_{struct}())"
    if struct and kind.endswith("*"):
        return f"(struct {struct} *)out(\"{name}\")"
    if struct:
        return f"one_{struct}()"
    return {"double": f'number("{name}")', "int32_t": f'integer("{name}")', "size_t": f'size("{name}")',
            "const char *": f'text("{name}")', "const double *": f'numbers("{name}")', "const int32_t *": "integers()",
            "void *": "NULL", "uint32_t": "(rare(2) ? SWP_VERSION : (uint32_t)bits())" if "version" in name else "(uint32_t)bits()", "const uint8_t *": "(const uint8_t *)text(\"bytes\")"}.get(
                kind, f'({kind})out("{name}")')


def main():
    header = Header(open(sys.argv[1], encoding="utf-8").read())
    print("/* made by generate.py; do not edit */")
    for struct in header.structs:
        print(f"static void fill_{struct}(struct {struct} *to);")
    for struct in header.structs:
        print(fill(header, struct))
        print(f"__attribute__((unused)) static struct {struct} one_{struct}(void) {{ struct {struct} s; fill_{struct}(&s); return s; }}")
        print(f"__attribute__((unused)) static const struct {struct} *some_{struct}(void) {{\n"
              f"    struct {struct} *list = scratch(LONG * sizeof *list);\n"
              f"    for (int k = 0; k < LONG; k++)\n"
              f"        if (k < MOST) fill_{struct}(list + k);\n"
              f"        else list[k] = list[k - MOST];\n    return list;\n}}")
    for name, arguments in header.callbacks.items():
        values = [n for k, n, _ in arguments if k == "double *"]
        write = f"write_values(\"{name}\", {values[0]}); " if values else ""
        unused = " ".join(f"(void){n};" for _, n, _ in arguments)
        listed = ", ".join(f"{k} {n}" for k, n, _ in arguments)
        print(f"static int32_t call_{name}({listed}) {{ {unused} {write}return outcome(\"{name}\"); }}")
    table = []
    for kind, name, arguments in header.functions:
        if name in OWN:
            continue
        listed = ", ".join(argument(header, k, n) for k, n, _ in arguments)
        if kind == "swp_status":
            body = f"return {name}({listed});"
        else:
            body = f"(void){name}({listed}); return SWP_OK;"
        made = [struct_of(k) for k, n, _ in arguments if k.endswith("*") and not k.startswith("const") and struct_of(k) in header.ids]
        lists = [n for k, n, _ in arguments if k in ("size_t",)]
        made = f'"{made[0]}"' if len(made) == 1 and not lists else "NULL"
        sim = int(any(struct_of(k) == "swp_sim" for k, _, _ in arguments))
        print(f"static swp_status do_{name}(void) {{ {body} }}")
        table.append(f'    {{"{name}", do_{name}, {made}, {sim}, {int(bool(MOVES.match(name)))}}},')
    print("static struct entry TABLE[] = {\n" + "\n".join(table) + "\n};")


main()
