//! The committed C header is the one that cbindgen makes of the sources.
//!
//! After a change of the ABI: `SWP_WRITE_HEADER=1 cargo test --release --test header`, then `python3 bindings/generate.py`.

use std::path::Path;

/// Sections of the functions, in the order in which a host needs them.
const SECTIONS: [&str; 17] = [
    "Version and failures",
    "Model: nodes, bodies, functions of time, inputs",
    "Joints",
    "On joint coordinates: springs, stops, drives, gears, locks, actuators",
    "Springs between nodes",
    "Constraints on velocities",
    "Sections, beams, shells and solids",
    "Loads on nodes",
    "Elements and constraints of the host",
    "Diagnosis of a model",
    "Model files",
    "Simulation: creation, steps, inputs",
    "Step control and events",
    "Queries",
    "Statics, steady spin, modes",
    "Snapshots",
    "Case files",
];

/// The files of the C ABI, with the sections of their functions: of a model, of a simulation.
const SOURCES: [(&str, [usize; 2]); 31] = [
    ("library", [0, 0]),
    ("model", [1, 1]),
    ("joints", [2, 13]),
    ("frames", [2, 2]),
    ("ties", [2, 13]),
    ("between", [4, 13]),
    ("gears", [3, 13]),
    ("chains", [2, 13]),
    ("actions", [3, 13]),
    ("actuators", [3, 13]),
    ("switches", [3, 13]),
    ("nonholonomic", [5, 13]),
    ("loads", [7, 7]),
    ("beams", [6, 13]),
    ("mesh", [6, 13]),
    ("shells", [6, 13]),
    ("shell_stations", [6, 13]),
    ("solids", [6, 13]),
    ("faces", [6, 13]),
    ("meshes", [6, 13]),
    ("sim", [11, 11]),
    ("inputs", [6, 11]),
    ("threads", [11, 11]),
    ("query", [13, 13]),
    ("control", [12, 12]),
    ("diagnosis", [9, 9]),
    ("host", [8, 13]),
    ("modes", [6, 14]),
    ("statics", [14, 14]),
    ("snapshot", [15, 15]),
    ("files", [10, 16]),
];

/// The section of a function, by the file that it stands in and by the handle that it takes.
fn section_of(function: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi");
    let stands_in = |file: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{file}.rs"))).expect("the file is there");
        text.contains(&format!("fn {function}("))
    };
    let (_, sections) = SOURCES.iter().find(|(file, _)| stands_in(file)).expect("every function is in a file");
    let of_simulation = ["swp_sim_", "swp_case_", "swp_snapshot_"].iter().any(|start| function.starts_with(start));
    sections[usize::from(of_simulation)]
}

/// The functions of a header by sections, each with a title, and a table of contents in the introduction.
fn grouped(header: &str) -> String {
    let begin = "extern \"C\" {\n#endif // __cplusplus\n";
    let end = "\n#ifdef __cplusplus\n}  // extern \"C\"";
    let (types, rest) = header.split_once(begin).expect("functions follow the types");
    let (functions, tail) = rest.split_once(end).expect("the header ends");
    let mut sections = vec![String::new(); SECTIONS.len()];
    for part in functions.split("\n/**").skip(1) {
        let declaration = part.split_once("*/").expect("a comment ends").1;
        let name = declaration.split('(').next().expect("a function has arguments");
        let name = name.rsplit([' ', '*']).next().expect("a function has a name").trim();
        sections[section_of(name)] += &format!("\n/**{}\n", part.trim_end());
    }
    let mut contents = String::from(" *\n * Contents: types and constants, then functions by sections\n");
    let mut text = String::new();
    for (title, functions) in SECTIONS.iter().zip(&sections).filter(|(_, functions)| !functions.is_empty()) {
        contents += &format!(" *   - {title}\n");
        let line = "-".repeat(100);
        text += &format!("\n/* {line}\n * {title}\n * {line} */\n{functions}");
    }
    let types = types.replacen(" *\n * Conventions\n", &format!("{contents} *\n * Conventions\n"), 1);
    format!("{types}{begin}{text}{end}{tail}")
}

/// What makes enums 32 bits wide everywhere, once instead of around every one of them.
const WIDTH: &str = "\
/* Enums are 32 bits wide: by the type that C++ and C23 let them have, and by a typedef before. */
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
#define SWP_INT32 : int32_t
#else
#define SWP_INT32
#endif
#if defined(__cplusplus)
#define SWP_ENUM_TYPE(name)
#elif __STDC_VERSION__ >= 202311L
#define SWP_ENUM_TYPE(name) typedef enum name name;
#else
#define SWP_ENUM_TYPE(name) typedef int32_t name;
#endif
";

/// The header with [`WIDTH`] in place of cbindgen's lines around each enum.
fn plain_enums(header: &str) -> String {
    let condition = "defined(__cplusplus) || __STDC_VERSION__ >= 202311L";
    let text = header.replace(&format!("\n#if {condition}\n  : int32_t\n#endif // {condition}\n {{"), " SWP_INT32 {");
    let mut parts = text.split("#ifndef __cplusplus\n#if __STDC_VERSION__ >= 202311L\ntypedef enum ");
    let mut plain = String::from(parts.next().expect("a text has a beginning"));
    for part in parts {
        let name = part.split(' ').next().expect("the enum has a name");
        let rest = part.split_once("#endif // __cplusplus\n").expect("its lines end").1;
        plain += &format!("SWP_ENUM_TYPE({name})\n{rest}");
    }
    let (includes, types) = plain.split_once("\n/**").expect("types follow the includes");
    let plain = format!("{includes}\n{WIDTH}\n/**{types}");
    let (body, guard) = plain.rsplit_once("\n#endif").expect("the guard ends");
    format!("{body}\n#undef SWP_INT32\n#undef SWP_ENUM_TYPE\n\n#endif{guard}")
}

const INTRODUCTION: &str = "\
/* swashplate: flexible multibody dynamics by finite elements.
 *
 * Generated from the Rust sources by cbindgen; do not edit.
 *
 * Conventions
 *   - Every function that can fail returns a swp_status and writes results through out-pointers. After a failure the handle
 *     and the caller's memory are as they were, and the text of the failure is kept with the handle (swp_model_error,
 *     swp_sim_error) or, where there is none, with the thread (swp_last_error).
 *   - Pointers must be NULL or valid for the call; where NULL is allowed it is said. Text goes in as UTF-8 that ends with a
 *     zero byte and is copied; text comes out by copy. Arrays are copied, never kept.
 *   - Units are consistent; SI in this documentation. Angles in radians. Vectors are 3 numbers, matrices row-major, unit
 *     quaternions w, x, y, z.
 *   - A model is built by one thread and then shared by any number of simulations; a simulation is used by one thread at a
 *     time. No global state, no printing, no exit. Calls run with the default floating-point modes whatever the host has set
 *     (traps, rounding, flushing), callbacks on the host's threads with the host's; modes and flags are afterwards as they were.
 *   - A call needs 256 kB of stack, 1 MB where the model has shells. It may be made in a child after fork: threads of a simulation are not there, and its steps are then
 *     made by the caller alone. No call may be made from a signal handler. Not enough memory is SWP_OUT_OF_MEMORY.
 *   - Structs keep their size through all versions of one major version. Numbers of later versions take the place of zeros in
 *     `reserved`. In what comes out 0 says that the library is older than the number; in what goes in 0 means as before, which the init
 *     function of the struct sets, and a library that does not know a number refuses it. Structs without `reserved` stay as they are.
 */";

fn generate() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        pragma_once: false,
        include_guard: Some("SWASHPLATE_H".into()),
        header: Some(INTRODUCTION.into()),
        documentation_style: cbindgen::DocumentationStyle::Doxy,
        usize_is_size_t: true,
        style: cbindgen::Style::Both,
        line_length: 120,
        ..Default::default()
    };
    config.export.include = [
        "swp_interpolation",
        "swp_frame_kind",
        "swp_scheme",
        "swp_beams",
        "swp_redundancy",
        "swp_input_rule",
        "swp_path_event",
        "swp_direction",
        "swp_severity",
        "swp_finding_kind",
        "swp_side",
        "swp_link_joint",
        "swp_axes",
        "swp_convention",
        "swp_shell_convention",
        "swp_shell_mass",
        "swp_solid_volume",
        "swp_tie_kind",
        "swp_interpolated",
        "swp_properties",
        "swp_fallback",
        "swp_meshing",
        "swp_section_axes",
    ]
    .map(String::from)
    .to_vec();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for (name, _) in SOURCES {
        builder = builder.with_src(root.join(format!("src/capi/{name}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut text);
    plain_enums(&grouped(&String::from_utf8(text).expect("the header is UTF-8")))
}

#[test]
fn committed_header_is_what_cbindgen_makes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/swashplate.h");
    let fresh = generate();
    if std::env::var_os("SWP_WRITE_HEADER").is_some() {
        std::fs::write(&path, &fresh).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "include/swashplate.h is out of date; see the top of this test");
}

#[test]
fn every_function_of_the_header_is_documented() {
    let header = generate();
    let lines: Vec<&str> = header.lines().collect();
    let mut functions = 0;
    for (k, line) in lines.iter().enumerate() {
        let declares = line.contains("swp_") && line.contains('(') && !line.starts_with([' ', '*', '/', '#']);
        if declares && !line.starts_with("typedef") && !line.starts_with("SWP_ENUM_TYPE") {
            functions += 1;
            assert_eq!(lines[k - 1].trim(), "*/", "no documentation above: {line}");
        }
    }
    assert!(functions > 60, "only {functions} functions were found");
}

#[test]
fn every_file_of_the_c_abi_is_in_the_header() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            ["mod", "floating", "durable", "planted"].contains(&name.as_str())
                || SOURCES.iter().any(|(file, _)| *file == name),
            "{name} is not in SOURCES"
        );
    }
}

/// The bodies of the structs of the header, by name.
fn structs(header: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in header.split("typedef struct ").skip(1) {
        let Some((name, rest)) = part.split_once(" {") else { continue };
        if !name.contains(';') {
            found.push((name.to_string(), rest.split('}').next().unwrap_or_default().to_string()));
        }
    }
    found
}

/// Structs that no version may change.
const FIXED: [&str; 8] = [
    "swp_motion",
    "swp_link",
    "swp_attachment",
    "swp_actuator_limits",
    "swp_joint_coordinate",
    "swp_ply",
    "swp_shell_place",
    "swp_sweep_station",
];

/// Structs that the library makes and a callback of the host looks into: they may get members at their end.
const SHOWN: [&str; 3] = ["swp_host_view", "swp_host_forces", "swp_host_values"];

#[test]
fn structs_of_a_host_can_grow_or_are_fixed() {
    use swashplate::capi::*;
    for (name, body) in structs(&generate()) {
        let members: Vec<&str> = body.lines().map(str::trim).filter(|l| l.ends_with(';')).collect();
        let id = members == ["uint64_t id;"] || members == ["uint32_t id;"];
        let grows = members.last().unwrap().contains(" reserved[");
        let listed = FIXED.contains(&name.as_str()) || SHOWN.contains(&name.as_str());
        assert!(id || grows || listed, "{name} can neither grow nor is it fixed");
    }
    // sizes that hosts of this major version were compiled with
    let sizes = [
        (size_of::<query::swp_motion>(), 19 * 8),
        (size_of::<query::swp_audit>(), (18 + 8) * 8),
        (size_of::<query::swp_step_audit>(), (15 + 8) * 8),
        (size_of::<query::swp_newton_report>(), (2 + 2 + 32 + 8) * 8),
        (size_of::<control::swp_sim_counters>(), (8 + 8) * 8),
        (size_of::<diagnosis::swp_diagnosis_numbers>(), (9 + 8) * 8),
        (size_of::<statics::swp_statics_report>(), (5 + 2 + 8) * 8),
        (size_of::<statics::swp_path_point>(), (3 + 1 + 4) * 8),
        (size_of::<actuators::swp_actuator_motion>(), (4 + 1 + 4) * 8),
        (size_of::<switches::swp_lock_state>(), (4 + 4) * 8),
        (size_of::<nonholonomic::swp_contact_state>(), (13 + 4) * 8),
        (size_of::<host::swp_host_check>(), (3 + 2 + 3 + 3) * 8),
        (size_of::<between::swp_line_spring_state>(), (3 + 4) * 8),
        (size_of::<between::swp_bushing_state>(), (24 + 4) * 8),
    ];
    for (k, (size, expected)) in sizes.into_iter().enumerate() {
        assert_eq!(size, expected, "struct {k} of the list has changed its size");
    }
}
