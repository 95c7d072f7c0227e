"""include/swashplate.h as data, and as pages of the manual.

The header is cbindgen's: a documentation comment stands directly above what it documents. parse() gives its items in their
order; pages() gives the C API reference as Markdown, one page a topic.
"""

import re
from dataclasses import dataclass, field

# Topics in the order in which a host needs them: file, title, and what the names of their functions match. The first match counts.
TOPICS = [
    ("library", "Version, failures, helpers", r"swp_(version|version_string|check_version|status_name|last_error)$"),
    ("files", "Model and case files", r"swp_(model_(write|to_text|read|from_text|name_function|bind_\w+|find_id)|sim_(write_case|case_text|failure|repeat)|case_\w+)$"),
    ("host_terms", "Elements and constraints of the host", r"swp_\w*host_\w+$"),
    ("diagnosis", "Diagnosis", r"swp_(model_diagnose|diagnosis_\w+)$"),
    ("statics", "Statics, steady spin, modes", r"swp_(path_options_init|sim_(solve_\w+|modes|campbell|go_to_load|trace_path|path_\w+|visit_path|set_load_step_limit|statics_report)|model_damp_beam_modes)$"),
    ("beams", "Sections and beams", r"swp_(engineering_init|beam_options_init|model_(add_section|add_engineering_section|add_beam|find_beam|beam_\w+|add_distributed_load|add_stations|set_station_loads)|sim_(curvature_mesh|set_station_\w+|station_motions|section_force))$"),
    ("contacts", "Constraints on velocities", r"swp_(model_add_(rolling_disc|knife_edge|pfaffian)|sim_(contact|pfaffian))$"),
    ("coordinates", "What acts on joint coordinates", r"swp_(model_(drive_joint|start_joint|add_joint_\w+|add_coupling|add_gears|add_bevel_gears|add_rack|add_belt|add_differential|add_lock|schedule_lock|add_\w+_order_actuator)|sim_(coupling_effort|lock|release|locked|lock_state|joint_action|actuator))$"),
    ("joints", "Joints", r"swp_model_(attach|find_joint|joint_count|add_(revolute|prismatic|cylindrical|planar|spherical|universal|rigid_connection|point_on_line|point_in_plane|screw|distance|chain|clamp))$"),
    ("between", "Springs between nodes", r"swp_\w*(line_spring|bushing)$"),
    ("functions", "Functions of time, inputs and loads", r"swp_model_(add_(constant|table|harmonic|one_minus_cosine|sum|product|callback|input|force|moment)|find_input)$"),
    ("model", "Model, nodes and bodies", r"swp_model_\w+$"),
    ("snapshots", "Snapshots", r"swp_(sim_(save|restore)|snapshot_\w+)$"),
    ("queries", "Queries and audit", r"swp_sim_(time|motion|rotation_\w+|all_motions|positions|joint_\w+|audit|step_audit|newton|reaction_uncertainty|interpolate_node|get_counters|reset_counters)$"),
    ("stepping", "Stepping", r"swp_(step_control_init|sim_(step|advance\w*|begin|iterate|accept|reject|evaluate|set_input\w*|set_event|set_progress))$"),
    ("simulation", "Simulation", r"swp_sim_\w+$"),
]
# Order of the pages.
ORDER = ["library", "model", "functions", "joints", "coordinates", "between", "contacts", "beams", "host_terms", "simulation",
         "stepping", "queries", "snapshots", "statics", "files", "diagnosis"]


@dataclass
class Item:
    kind: str  # define, enum, struct, callback, handle, function
    name: str
    doc: str
    code: str
    members: list = field(default_factory=list)  # (declaration, name, doc)


def comment(text):
    """The text of a documentation comment."""
    lines = text.strip().removeprefix("/**").removesuffix("*/").splitlines()
    return "\n".join(re.sub(r"^\s*\* ?", "", line) for line in lines).strip()


DOC = r"(/\*\*(?:(?!\*/).)*\*/)\s*"


def parse(text):
    """The items of the header, in its order."""
    items = []
    member = re.compile(r"[ \t]*" + DOC + r"([^;,/]*?)\s*[;,]", re.S)

    def members(body):
        found = []
        for m in member.finditer(body):
            declaration = re.sub(r"\s+", " ", m[2]).strip()
            name = re.search(r"(\w+)(?:\[[^\]]*\])?(?:\s*=\s*-?\w+)?$", declaration)
            found.append((declaration, name[1], comment(m[1])))
        return found

    for m in re.finditer(r"^" + DOC + r"#define (SWP_\w+) (\S+)", text, re.M | re.S):
        items.append((m.start(), Item("define", m[2], comment(m[1]), f"#define {m[2]} {m[3]}")))
    for m in re.finditer(r"^" + DOC + r"enum (swp_\w+)[^{;]*\{(.*?)^\}", text, re.M | re.S):
        items.append((m.start(), Item("enum", m[2], comment(m[1]), "", members(m[3]))))
    for m in re.finditer(r"^" + DOC + r"typedef struct (swp_\w+) \{(.*?)^\} \2;", text, re.M | re.S):
        items.append((m.start(), Item("struct", m[2], comment(m[1]), "", members(m[3]))))
    for m in re.finditer(r"^" + DOC + r"typedef struct (swp_\w+) \2;", text, re.M | re.S):
        items.append((m.start(), Item("handle", m[2], comment(m[1]), f"typedef struct {m[2]} {m[2]};")))
    for m in re.finditer(r"^" + DOC + r"(typedef \w+ \(\*(swp_\w+)\)\([^;]*;)", text, re.M | re.S):
        items.append((m.start(), Item("callback", m[3], comment(m[1]), m[2])))
    for m in re.finditer(r"^" + DOC + r"((?:const )?\w+ \*?(swp_\w+)\([^;]*;)", text, re.M | re.S):
        if not m[2].startswith("typedef"):
            items.append((m.start(), Item("function", m[3], comment(m[1]), m[2])))
    return [item for _, item in sorted(items, key=lambda pair: pair[0])]


def conventions(text):
    """The comment at the top of the header."""
    body = re.search(r"/\*(.*?)\*/", text, re.S)[1]
    lines = [re.sub(r"^ \* ?", "", line) for line in body.splitlines()]
    lines = lines[lines.index("Conventions") + 1:]
    return "\n".join(line.removeprefix("  ") for line in lines).strip()


def topic(name):
    for file, _, pattern in TOPICS:
        if re.match(pattern, name):
            return file
    return "library"  # helpers that belong to no model and no simulation


# What the header uses to write its enums, and hosts do not.
OWN = {"SWP_INT32", "SWP_ENUM_TYPE"}


def names(text):
    """Every name that the header declares for hosts: functions, types, enumerators, macros."""
    return set(re.findall(r"\b(?:swp|SWP)_\w+", re.sub(r"/\*.*?\*/", " ", text, flags=re.S))) - OWN


def link(name, items, page):
    """Address of an item's entry, from a page of the reference."""
    file = f"{topic(name)}.md" if items[name].kind == "function" else ("constants.md" if items[name].kind in ("enum", "define") else "types.md")
    return f"#{name}" if file == page else f"{file}#{name}"


def prose(doc, items, page):
    """A comment as Markdown: names of the header become links, and what Markdown would read as markup stays as it is."""
    parts = re.split(r"(```.*?```)", doc, flags=re.S)
    for k in range(0, len(parts), 2):
        part = parts[k].replace("<", "&lt;")
        code = re.split(r"(`[^`]*`)", part)
        for j in range(0, len(code), 2):
            code[j] = re.sub(r"\*(?!\*)(?<!\*\*)", r"\\*", code[j]) if "**" not in code[j] else code[j]
            code[j] = re.sub(r"\b(swp_\w+)\b",
                             lambda m: f"[`{m[1]}`]({link(m[1], items, page)})" if m[1] in items else f"`{m[1]}`", code[j])
            code[j] = re.sub(r"\b(SWP_\w+)\b", r"`\1`", code[j])
        parts[k] = "".join(code)
    return "".join(parts)


def table_cell(doc, items, page):
    return prose(doc, items, page).replace("|", "\\|").replace("\n\n", "<br>").replace("\n", " ")


def pages(text):
    """The reference: file name → Markdown, and the lines of SUMMARY.md."""
    found = parse(text)
    items = {item.name: item for item in found}
    out, summary = {}, []

    functions = {file: [i for i in found if i.kind == "function" and topic(i.name) == file] for file in ORDER}
    title = {file: name for file, name, _ in TOPICS}
    index = ["# C API reference", "", "Made from `include/swashplate.h`, which is generated from the sources. Every function, type and constant is here.", "",
             "## Conventions", "", prose(conventions(text), items, "index.md"), "", "## Functions by topic", ""]
    for file in ORDER:
        index += [f"**[{title[file]}]({file}.md)**: " + ", ".join(f"[`{i.name}`]({file}.md#{i.name})" for i in functions[file]) + ".", ""]
        page = [f"# {title[file]}", ""]
        for item in functions[file]:
            page += [f"## {item.name}", "", "```c,ignore", item.code, "```", "", prose(item.doc, items, f"{file}.md"), ""]
        out[f"{file}.md"] = "\n".join(page)
        summary.append(f"  - [{title[file]}](reference/{file}.md)")

    page = ["# Types", ""]
    for item in (i for i in found if i.kind in ("handle", "struct", "callback")):
        page += [f"## {item.name}", "", prose(item.doc, items, "types.md"), ""]
        if item.code:
            page += ["```c,ignore", item.code, "```", ""]
        if item.members:
            page += ["| member | |", "|---|---|"]
            page += [f"| `{declaration}` | {table_cell(doc, items, 'types.md')} |" for declaration, _, doc in item.members] + [""]
    out["types.md"] = "\n".join(page)

    page = ["# Constants", "", "| macro | |", "|---|---|"]
    page += [f'| <a id="{i.name}"></a>`{i.name}` | {table_cell(i.doc, items, "constants.md")} |' for i in found if i.kind == "define"] + [""]
    for item in (i for i in found if i.kind == "enum"):
        page += [f"## {item.name}", "", prose(item.doc, items, "constants.md"), "", "| value | |", "|---|---|"]
        page += [f'| <a id="{name}"></a>`{declaration}` | {table_cell(doc, items, "constants.md")} |' for declaration, name, doc in item.members] + [""]
    out["constants.md"] = "\n".join(page)
    out["index.md"] = "\n".join(index)
    summary += ["  - [Types](reference/types.md)", "  - [Constants](reference/constants.md)"]
    return out, ["- [C API reference](reference/index.md)"] + summary


def addresses(text):
    """Where each name of the header has its entry: name → file#anchor below reference/."""
    found = {}
    for item in parse(text):
        if item.kind == "function":
            found[item.name] = f"{topic(item.name)}.md#{item.name}"
        elif item.kind in ("enum", "define"):
            found[item.name] = f"constants.md#{item.name}"
            for _, name, _ in item.members if item.kind == "enum" else []:
                found[name] = f"constants.md#{name}"
        else:
            found[item.name] = f"types.md#{item.name}"
    return found
