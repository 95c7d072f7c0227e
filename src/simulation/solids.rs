//! What can be asked of solids.

use super::Simulation;
use crate::elements::solid::SolidState;
use crate::elements::solid::shape::Local;
use crate::error::{Error, Result, require_finite};
use crate::math::{Mat3, Vec3};
use crate::model::SolidId;
use crate::terms::{NodeId, StageBlock, Term};

impl Simulation {
    /// Place, strains and stresses of a solid at a Gauss point of an element.
    pub fn solid_state(&self, solid: SolidId, element: usize, point: usize) -> Result<SolidState> {
        let element = self.model.solid_element(solid, element)?;
        let shape = element.element().shape;
        let rule = shape.rule();
        let Some((at, _)) = rule.get(point) else {
            let (name, last) = (shape.name(), rule.len() - 1);
            return Err(Error::InvalidArgument(format!(
                "a {name} has the Gauss points 0 to {last}; there is no {point}"
            )));
        };
        element.state(&self.state().nodes, at)
    }

    /// The same at any place of an element, by its local coordinates.
    pub fn solid_state_at(&self, solid: SolidId, element: usize, at: &Local) -> Result<SolidState> {
        require_finite("local coordinates", at)?;
        self.model.solid_element(solid, element)?.state(&self.state().nodes, at)
    }

    /// The same at a node: the mean of what the elements around it have there.
    pub fn solid_state_at_node(&self, solid: SolidId, node: NodeId) -> Result<SolidState> {
        let mesh = self.model.solid(solid)?;
        let name = &self.model.node(node)?.name;
        let mut found: Option<(SolidState, f64)> = None;
        for (k, nodes) in mesh.elements.iter().enumerate() {
            let Some(a) = nodes.iter().position(|id| *id == node) else { continue };
            let own = self.solid_state_at(solid, k, &mesh.shape.nodes()[a])?;
            found = Some(match found {
                None => (own, 1.0),
                Some((mut sum, count)) => {
                    sum.gradient += own.gradient;
                    sum.strain += own.strain;
                    sum.piola += own.piola;
                    sum.cauchy += own.cauchy;
                    (sum, count + 1.0)
                }
            });
        }
        let (sum, count) = found.ok_or_else(|| {
            Error::InvalidArgument(format!("node \"{name}\" belongs to no element of solid \"{}\"", mesh.name))
        })?;
        let mean = |m: Mat3| m / count;
        let (gradient, strain) = (mean(sum.gradient), mean(sum.strain));
        Ok(SolidState { gradient, strain, piola: mean(sum.piola), cauchy: mean(sum.cauchy), ..sum })
    }

    /// Force [N] and moment [N·m] about a point that some elements of a solid exert by their elasticity on the rest at these nodes: the
    /// resultants over a cut whose nodes they are, of the elements on one side.
    pub fn solid_resultant(
        &self,
        solid: SolidId,
        elements: &[usize],
        nodes: &[NodeId],
        about: Vec3,
    ) -> Result<(Vec3, Vec3)> {
        require_finite("point of the moment", about.as_slice())?;
        nodes.iter().try_for_each(|id| self.model.node(*id).map(drop))?;
        let state = self.state();
        let mut functions = Vec::new();
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        let at = state.level(&self.model, &functions, 1.0);
        let wanted: std::collections::HashSet<usize> = nodes.iter().map(|id| id.0).collect();
        let (mut sum, mut block) = ([Vec3::zeros(); 2], StageBlock::default());
        for element in elements {
            let term = self.model.solid_element(solid, *element)?;
            block.reset_parts(term.size(), 0, term.parts());
            block.without_tangents = true;
            term.stage(&at, &mut block);
            for (a, id) in term.nodes().iter().enumerate().filter(|(_, id)| wanted.contains(&id.0)) {
                // f is what the element is held with
                let force = -Vec3::from_column_slice(&block.f[3 * a..3 * a + 3]);
                sum = [sum[0] + force, sum[1] + (state.nodes[id.0].x - about).cross(&force)];
            }
        }
        Ok((sum[0], sum[1]))
    }
}
