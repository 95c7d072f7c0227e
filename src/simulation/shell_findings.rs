//! What a diagnosis finds in the meshes of shells: couples about the normal of a lone node, nodes that hang on an edge.

use super::diagnosis::{Diagnosis, Kind, Severity};
use crate::math::Vec3;
use crate::math::quadrature::{lagrange, lobatto};
use crate::model::{Model, NodeKind, ShellId};
use crate::terms::{Class, Level, Motion, NodeId, StageBlock, Term};
use std::collections::{HashMap, HashSet};

/// Part of a unit constraint on rotations, or of one on displacements over the size of an element, that is none about the normal.
const ABOUT_NORMAL: f64 = 1e-6;
/// A node is on an edge that is within this part of its length, and at its nodes within the other.
const ON_EDGE: f64 = 1e-4;
const AT_NODE: f64 = 1e-2;

/// All of it.
pub(super) fn look(model: &Model, found: &mut Diagnosis) {
    if model.shells().is_empty() {
        return;
    }
    couples(model, found);
    hanging(model, found);
}

/// What a shell has at a node: the first normal there, the nodes of its elements, their size.
struct There {
    normal: Vec3,
    around: HashSet<usize>,
    size: f64,
}

fn shell_nodes(model: &Model) -> HashMap<usize, There> {
    let mut all: HashMap<usize, There> = HashMap::new();
    for (k, mesh) in model.shells().iter().enumerate() {
        for e in 0..mesh.elements.len() {
            let Ok(shell) = model.shell_element(ShellId(k), e) else { continue };
            let element = shell.element();
            let x = |a: usize| model.nodes()[element.nodes[a].0].start.x;
            let size = (x(8) - x(0)).norm();
            for (node, director) in element.nodes.iter().zip(&element.directors) {
                let there =
                    all.entry(node.0).or_insert_with(|| There { normal: *director, around: HashSet::new(), size });
                there.around.extend(element.nodes.iter().map(|n| n.0));
            }
        }
    }
    all
}

/// Joints that pass a couple about the normal to a node of a shell on which nothing else spreads it: no beam along it, and no other node
/// around that is held by the same part.
fn couples(model: &Model, found: &mut Diagnosis) {
    let shells = shell_nodes(model);
    let of_beams: HashSet<usize> = model.beams().iter().flat_map(|beam| &beam.nodes).map(|n| n.0).collect();
    let starts = model.starts();
    let part = |n: NodeId| if model.nodes()[n.0].kind == NodeKind::Ground { usize::MAX } else { n.0 };
    // which part holds which nodes, by joints and ties
    let mut holds: HashMap<usize, HashSet<usize>> = HashMap::new();
    for term in (0..model.term_count()).map(|t| model.term(t)).filter(|term| term.conditions() > 0) {
        for (a, b) in
            term.nodes().iter().flat_map(|a| term.nodes().iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b)
        {
            holds.entry(part(a)).or_default().insert(b.0);
        }
    }
    for joint in model.joints() {
        let &[a, b] = joint.term.nodes() else { continue };
        for (side, node, other) in [(0, a, b), (1, b, a)] {
            let Some(there) = shells.get(&node.0).filter(|_| !of_beams.contains(&node.0)) else { continue };
            let spread = holds
                .get(&part(other))
                .is_some_and(|held| there.around.iter().any(|n| *n != node.0 && held.contains(n)));
            if spread || shells.contains_key(&other.0) || !passes(model, &joint.term, side, &starts, there) {
                continue;
            }
            let (node, name) = (&model.nodes()[node.0].name, &joint.name);
            let text = format!(
                "joint \"{name}\" can pass a couple about the normal of the shell to node \"{node}\" alone. A couple at one point of a surface \
                 is no load with a limit: its rotation grows by four with every refinement. Spread it: tie several nodes around it \
                 to a frame (swp_model_add_tie) and put the joint there, let a beam run along the surface, or use a joint that is \
                 free about the normal"
            );
            found.add(Severity::Warning, Kind::Mesh, text);
        }
    }
}

/// Has a constraint of the joint a moment about the normal?
fn passes(model: &Model, joint: &dyn Term, side: usize, starts: &[Motion], there: &There) -> bool {
    let scalars = model.scalar_starts(starts);
    let functions = vec![[0.0; 3]; model.functions().len()];
    let at = Level {
        time: 0.0,
        load_factor: 1.0,
        gravity: Vec3::zeros(),
        nodes: starts,
        scalars: &scalars,
        functions: &functions,
        inputs: &[],
        rates: None,
        locks: &[],
    };
    let mut block = StageBlock::default();
    block.reset_parts(joint.size(), joint.conditions(), joint.parts().whole());
    joint.stage(&at, &mut block);
    (0..joint.conditions()).filter(|k| !joint.defines(*k)).any(|k| {
        let first = k * block.n + 6 * side + 3;
        let moment = Vec3::from_column_slice(&block.b[first..first + 3]);
        let unit = if joint.condition(k).0 == Class::Translation { there.size } else { 1.0 };
        moment.dot(&there.normal).abs() > ABOUT_NORMAL * unit
    })
}

/// Nodes on the boundary that lie on the edge of another element without being one of its nodes, or at the place of one: the surfaces are
/// not joined there. Such as joints or ties hold are left out.
fn hanging(model: &Model, found: &mut Diagnosis) {
    let mut sides: HashMap<(usize, usize), Vec<[NodeId; 3]>> = HashMap::new();
    for nodes in model.shells().iter().flat_map(|mesh| &mesh.elements) {
        for k in 0..4 {
            let (a, b) = (nodes[k], nodes[(k + 1) % 4]);
            sides.entry((a.0.min(b.0), a.0.max(b.0))).or_default().push([a, nodes[4 + k], b]);
        }
    }
    let mut boundary: Vec<[NodeId; 3]> = sides.into_values().filter(|own| own.len() == 1).map(|own| own[0]).collect();
    boundary.sort_by_key(|side| side.map(|n| n.0));
    let mut joined: HashSet<usize> = HashSet::new();
    for term in (0..model.term_count()).map(|t| model.term(t)).filter(|term| term.conditions() > 0) {
        joined.extend(term.nodes().iter().map(|n| n.0));
    }
    let mut nodes: Vec<NodeId> = boundary.iter().flatten().copied().filter(|n| !joined.contains(&n.0)).collect();
    nodes.sort_by_key(|n| n.0);
    nodes.dedup();
    let place = |n: NodeId| model.nodes()[n.0].start.x;
    let mut told: HashSet<usize> = HashSet::new();
    for side in &boundary {
        let x = side.map(place);
        let length = (x[2] - x[0]).norm();
        for node in nodes.iter().filter(|n| !side.contains(n)) {
            let p = place(*node);
            if (p - x[1]).norm() > length || told.contains(&node.0) {
                continue;
            }
            let Some(nearest) = nearest(&x, &p).filter(|(_, gap)| *gap <= ON_EDGE * length) else { continue };
            let at = (0..3).find(|a| (p - x[*a]).norm() <= AT_NODE * length);
            // the other node at this place may be known already, or be joined
            if at.is_some_and(|a| told.contains(&side[a].0) || joined.contains(&side[a].0)) {
                continue;
            }
            told.insert(node.0);
            let name = |n: NodeId| model.nodes()[n.0].name.as_str();
            let (own, first, last) = (name(*node), name(side[0]), name(side[2]));
            let text = match at {
                Some(a) => format!(
                    "node \"{own}\" of a shell is at the place of node \"{}\" of another and is not joined to it: a slit. Give both elements \
                     one node, or join the two",
                    name(side[a])
                ),
                None => format!(
                    "node \"{own}\" of a shell hangs on the edge from node \"{first}\" to \"{last}\" of another element, at {:.2} of its \
                     way, and is none of its nodes: the surfaces come apart there. Refine the element so that they share nodes, or tie the \
                     node to those of the edge",
                    0.5 * (1.0 + nearest.0)
                ),
            };
            found.add(Severity::Warning, Kind::Mesh, text);
        }
    }
}

/// Where on a side a point is nearest, −1 to 1, and its distance; None beyond the ends.
fn nearest(x: &[Vec3; 3], p: &Vec3) -> Option<(f64, f64)> {
    let chord = x[2] - x[0];
    let mut r = 2.0 * (p - x[0]).dot(&chord) / chord.norm_squared() - 1.0;
    let at = |r: f64| {
        let (n, d) = lagrange(lobatto(3), r);
        let sum = |w: &[f64]| -> Vec3 { x.iter().zip(w).map(|(x, w)| x * *w).sum() };
        (sum(&n), sum(&d))
    };
    for _ in 0..8 {
        let (y, slope) = at(r);
        r += (p - y).dot(&slope) / slope.norm_squared();
    }
    let gap = (p - at(r).0).norm();
    (r.abs() <= 1.0 + AT_NODE && gap.is_finite()).then_some((r, gap))
}
