//! What can be asked of ties.

use super::Simulation;
use crate::error::Result;
use crate::math::Vec3;
use crate::model::TieId;
use crate::terms::StageBlock;

impl Simulation {
    /// Force [N] and moment [N·m] that a tie exerts on the node of its frame, the moment about that node; inertial axes.
    pub fn tie_reaction(&self, tie: TieId) -> Result<(Vec3, Vec3)> {
        let (tie, state) = (self.model.tie(tie)?, self.state());
        let (mut functions, mut block) = (Vec::new(), StageBlock::default());
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        let at = state.level(&self.model, &functions, 1.0);
        let mut sum = [Vec3::zeros(); 2];
        for t in tie.first..tie.first + tie.count {
            let term = self.model.term(t);
            block.reset_parts(term.size(), term.conditions(), term.parts());
            block.lambda.copy_from_slice(self.multipliers_of(t)?);
            // the constraints balance f = Bᵀλ: what acts on the node is its opposite
            block.without_tangents = true;
            term.stage(&at, &mut block);
            (0..2).for_each(|k| sum[k] -= Vec3::from_column_slice(&block.f[3 * k..3 * k + 3]));
        }
        Ok((sum[0], sum[1]))
    }
}
