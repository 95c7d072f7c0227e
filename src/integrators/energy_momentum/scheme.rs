//! EP, MP-EP and MP-ED among the schemes.

use super::{Kind, step};
use crate::error::Result;
use crate::integrators::generalized_alpha::in_range;
use crate::integrators::scheme::{Ended, Listed, Method, Stepping};
use crate::integrators::{Scheme, Workspace, departure};
use crate::model::file::record::{Entry, Record};
use crate::newton::History;
use crate::state::State;

/// EP of Bauchau 2003.
pub const EP: Listed = Listed { code: 4, file: "EP", read: |_| Ok(Scheme::EnergyPreserving) };
/// MP-EP of Borri 2000.
pub const MP_EP: Listed = Listed { code: 6, file: "MP-EP", read: |_| Ok(Scheme::MomentumPreserving) };
/// MP-ED, inner level free of constraints.
pub const MP_ED: Listed = Listed { code: 7, file: "MP-ED", read: |e| Ok(Scheme::MomentumDecaying(read_decay(e)?)) };
/// MP-ED, both levels constrained.
pub const MP_ED_CONSTRAINED: Listed =
    Listed { code: 8, file: "MP-ED, constrained", read: |e| Ok(Scheme::MomentumDecayingConstrained(read_decay(e)?)) };

const DECAY: &str = "decay_alpha";

/// α of a scheme that decays, in a case file.
pub(in crate::integrators) fn read_decay(e: &Entry) -> Result<f64> {
    e.number(DECAY)
}

/// See [`read_decay`].
pub(in crate::integrators) fn write_decay(record: Record, alpha: f64) -> Record {
    record.number(DECAY, alpha)
}

/// Is this α possible?
pub(in crate::integrators) fn check_decay(alpha: f64) -> Result<()> {
    in_range(DECAY, alpha, 0.0, 1.0)
}

/// Steps in which a body turns further than this [rad] may have other roots.
const FAR: f64 = 2.0;

/// Enter the end of a step whose works are entered; a step that has made energy is refused, and one of a scheme that `keeps` it that has
/// lost some.
pub(in crate::integrators) fn enter(
    at: &Stepping,
    trial: &mut State,
    work: &Workspace,
    end: &Ended,
    keeps: bool,
) -> Result<()> {
    trial.run_audit.close(&end.audit);
    if trial.travels(at.h, work.length) {
        // what a host's own elements lose is theirs to tell, and small steps are theirs
        let rate = at.start.nodes.iter().chain(&trial.nodes).fold(0.0_f64, |most, n| most.max(n.omega.norm()));
        departure::require_identity(at.start, trial, &end.audit, keeps && at.h * rate > FAR, end.what)?;
    }
    Ok(())
}

impl Method for Kind {
    fn listed(&self) -> &'static Listed {
        match self {
            Kind::Directors => &EP,
            Kind::Momenta => &MP_EP,
            Kind::Decaying(_, false) => &MP_ED,
            Kind::Decaying(_, true) => &MP_ED_CONSTRAINED,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Kind::Directors => "the energy preserving scheme (EP)",
            Kind::Momenta => "the momentum and energy preserving scheme (MP-EP)",
            Kind::Decaying(_, false) => "the momentum preserving, energy decaying scheme (MP-ED)",
            Kind::Decaying(_, true) => "the MP-ED scheme with both levels constrained",
        }
    }

    fn write(&self, record: Record) -> Record {
        match self {
            Kind::Decaying(alpha, _) => write_decay(record, *alpha),
            _ => record,
        }
    }

    fn check_parameters(&self) -> Result<()> {
        match self {
            Kind::Decaying(alpha, _) => check_decay(*alpha),
            _ => Ok(()),
        }
    }

    fn is_over_step(&self) -> bool {
        true
    }

    /// Schemes that work with momenta in the axes of the nodes do not.
    fn takes_mass_between_frames(&self) -> bool {
        *self == Kind::Directors
    }

    fn solve(&self, at: &Stepping, trial: &mut State, work: &mut Workspace) -> Result<History> {
        step(at.model, at.start, trial, work, *self, at.h, at.settings)
    }

    fn enter(&self, at: &Stepping, trial: &mut State, work: &mut Workspace, end: &Ended) -> Result<()> {
        enter(at, trial, work, end, !matches!(self, Kind::Decaying(..)))
    }
}
