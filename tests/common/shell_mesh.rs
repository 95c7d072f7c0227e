//! Shell meshes for tests: grids of nine-node elements on a surface, with directors that are the mean of the normals around a node.

use swashplate::elements::shell::tying::{NODES, shape};
use swashplate::elements::shell::{POINTS, Shell, ShellElement};
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::sections::ShellSection;
use swashplate::terms::{Motion, NodeId, Term};

/// Nodes and elements, these in tensor order.
pub struct Mesh {
    pub x: Vec<Vec3>,
    pub elements: Vec<[usize; NODES]>,
    /// nodes along u and v
    pub size: [usize; 2],
}

/// (2 n + 1)(2 m + 1) nodes at f(u, v), u and v in [0, 1].
pub fn grid([n, m]: [usize; 2], f: impl Fn(f64, f64) -> Vec3) -> Mesh {
    let size = [2 * n + 1, 2 * m + 1];
    let part = |k: usize, count: usize| k as f64 / (count - 1) as f64;
    let x = (0..size[0] * size[1]).map(|k| f(part(k % size[0], size[0]), part(k / size[0], size[1]))).collect();
    let element = |e: usize| {
        let (i, j) = (2 * (e % n), 2 * (e / n));
        std::array::from_fn(|a| (j + a / 3) * size[0] + i + a % 3)
    };
    Mesh { x, elements: (0..n * m).map(element).collect(), size }
}

impl Mesh {
    /// The node in column i and row j.
    pub fn at(&self, i: usize, j: usize) -> usize {
        j * self.size[0] + i
    }

    /// Normals of the elements at their nodes.
    fn normals(&self, element: &[usize; NODES]) -> [Vec3; NODES] {
        std::array::from_fn(|a| {
            let at = shape((a % 3) as f64 - 1.0, (a / 3) as f64 - 1.0);
            let sum = |w: &[f64; NODES]| -> Vec3 { element.iter().zip(w).map(|(k, w)| self.x[*k] * *w).sum() };
            sum(&at.r).cross(&sum(&at.s)).normalize()
        })
    }

    /// Elements of one section; material axis 1 along `axis`, or along u.
    pub fn shells(&self, section: &ShellSection, axis: Option<Vec3>, drilling: f64) -> Vec<ShellElement> {
        let mut directors = vec![Vec3::zeros(); self.x.len()];
        for element in &self.elements {
            let normals = self.normals(element);
            element.iter().zip(normals).for_each(|(k, normal)| directors[*k] += normal);
        }
        let of = |element: &[usize; NODES]| ShellElement {
            nodes: element.map(NodeId),
            directors: element.map(|k| directors[k].normalize()),
            offsets: [0.0; NODES],
            sections: [*section; POINTS],
            axis,
            drilling,
        };
        self.elements.iter().map(of).collect()
    }

    /// All nodes at rest.
    pub fn starts(&self) -> Vec<Motion> {
        self.x.iter().map(|x| Motion::at(*x, Quat::identity())).collect()
    }

    /// A model of these elements with lumped mass; nodes that `held` says are ground.
    pub fn model(&self, elements: &[ShellElement], held: impl Fn(usize) -> bool) -> Model {
        let mut model = Model::new();
        for (k, x) in self.x.iter().enumerate() {
            let kind = if held(k) { NodeKind::Ground } else { NodeKind::Free };
            model.add_node(&format!("node {k}"), kind, *x, Quat::identity()).unwrap();
        }
        let starts = self.starts();
        for (e, element) in elements.iter().enumerate() {
            let shell = Shell::new(&format!("shell {e}"), element.clone(), &starts).unwrap();
            let mut terms: Vec<Box<dyn Term>> = vec![Box::new(shell)];
            terms.extend(Shell::lumped(element, &starts).into_iter().map(|m| Box::new(m) as Box<dyn Term>));
            model.add_element(&format!("shell {e}"), terms).unwrap();
        }
        model
    }
}
