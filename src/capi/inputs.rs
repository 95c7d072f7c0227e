//! What inputs mean over a step.

use super::beams::{stations, swp_stations};
use super::library::swp_status;
use super::model::{edit, function, swp_function, swp_model};
use super::modes::check_count;
use super::sim::{modify, swp_sim};
use super::{Fail, array};
use crate::error::Error;
use crate::state::Rule;
use libc::size_t;

/// What an input means over the coming step, from the value u0 that it had at the end of the last accepted step to the value u1 that
/// is set. "Step" is also a run to a given time (swp_sim_advance, swp_sim_advance_controlled) whose inputs were set before it: under
/// SWP_INPUT_LINEAR, and with rates, u1 then belongs to the end of the run; under SWP_INPUT_END it is there from the end of its first
/// step on. Inputs set in a progress callback belong to the next step alone.
#[repr(i32)]
pub enum swp_input_rule {
    /// The equations at the end of the step have u1 (default). Before the end it is what the scheme makes of it: generalised-α,
    /// HHT-α and Newmark go there from the forces of the last step, much as on a straight line (a jump of 10 N on 2 kg gives
    /// 0.0025 m/s after 1 ms with Newmark); Radau IIA, the schemes over a step and stage-weighted generalised-α take u1 all along, as
    /// do actuators that follow the input, under every scheme. For these it is of first order for an input that varies: take
    /// SWP_INPUT_LINEAR.
    SWP_INPUT_END = 0,
    /// u1 all along: what a sampled controller holds. The input jumps at the beginning of the step, and accelerations and
    /// reactions with it (10 N on 2 kg give 0.005 m/s after 1 ms under every scheme).
    SWP_INPUT_HELD = 1,
    /// On a straight line from u0 to u1: for hosts that find u1 by sub-iterations, or sample something smooth. Of second order under
    /// every scheme; with rates (swp_sim_set_input_rates) Radau IIA keeps its third.
    SWP_INPUT_LINEAR = 2,
}

fn rule(value: i32) -> Result<Rule, Fail> {
    match value {
        0 => Ok(Rule::End),
        1 => Ok(Rule::Held),
        2 => Ok(Rule::Linear),
        other => {
            let text =
                format!("rule {other} of an input is not known; SWP_INPUT_END, SWP_INPUT_HELD or SWP_INPUT_LINEAR");
            Err(Error::InvalidArgument(text).into())
        }
    }
}

/// Choose what `input` means over a step, one of swp_input_rule; with `input` NULL, what all inputs and all loads of stations mean.
/// A later call for one of them takes precedence. SWP_WRONG_STATE while a step is open. It is a choice of the simulation, not of its
/// state: snapshots leave it alone, case files have it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_input_rule(
    sim: *mut swp_sim,
    input: *const swp_function,
    rule: i32,
) -> swp_status {
    modify(sim, false, |s| {
        // SAFETY: NULL or one id, as the header asks.
        let id = unsafe { input.as_ref() }.map(|id| function(*id)).transpose()?;
        Ok(s.set_input_rule(id, self::rule(rule)?)?)
    })
}

/// Choose what the loads of a set of stations mean over a step, one of swp_input_rule. SWP_WRONG_STATE while a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_station_rule(sim: *mut swp_sim, stations: swp_stations, rule: i32) -> swp_status {
    modify(sim, false, |s| Ok(s.set_station_rule(self::stations(stations)?, self::rule(rule)?)?))
}

/// Set an input with its rate [1/s] and second rate [1/s²], all finite; otherwise as swp_sim_set_input. An input that prescribes a
/// joint coordinate needs them: with a plain value that changes, a step is refused (SWP_INVALID_ARGUMENT), because the driving
/// force depends on rates. Under every rule the input goes from its values, rates and second rates at the end of the last accepted
/// step to these on a polynomial of degree five; on a cubic where none were given there.
///
/// Before the first step the values are those of its beginning, joints start from them, and the values at the end of the first step
/// follow between swp_sim_begin and swp_sim_iterate: a first step cannot be made by swp_sim_advance or swp_sim_advance_controlled
/// then, which take over behind it. An input with rates other than zero must be set again for every step
/// (SWP_INVALID_ARGUMENT if it was not); set without rates, a load has a plain value again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_input_rates(
    sim: *mut swp_sim,
    input: swp_function,
    value: f64,
    rate: f64,
    second_rate: f64,
) -> swp_status {
    modify(sim, true, |s| Ok(s.set_input_rates(function(input)?, [value, rate, second_rate])?))
}

/// Solve for the accelerations and reactions that belong to the present positions and velocities and to the inputs that are set,
/// without a step; queries see them until an input is set, a step begins, another call of this function fails or the state changes otherwise. Steps see nothing of it: the
/// run goes on with the same bits as without this call. Reactions are found from positions and velocities, as those of
/// SWP_ENERGY_PRESERVING are. SWP_WRONG_STATE while a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_evaluate(sim: *mut swp_sim) -> swp_status {
    modify(sim, false, |s| Ok(s.evaluate()?))
}

/// Give the loads of a set of stations at the start of simulations: `loads`, 6 numbers a station, as in swp_sim_set_station_loads;
/// `count` is the number of stations, SWP_WRONG_SIZE if it is not. Without this call they are zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_set_station_loads(
    model: *mut swp_model,
    stations: swp_stations,
    loads: *const f64,
    count: size_t,
) -> swp_status {
    edit(model, |m| {
        let id = self::stations(stations)?;
        check_count(m, id, count)?;
        Ok(m.set_station_loads(id, array(loads, 6 * count, "loads")?)?)
    })
}
