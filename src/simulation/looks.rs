//! Where an event's function may change its sign within a step although the ends of the step do not show it: looks at the motion
//! between them.
//!
//! With a parabola through three neighbouring points, of which the deviation from the chord of a segment [a, b] is D in the middle:
//!
//! ```text
//!   it turns within the segment when |g_b − g_a| < 4 |D|,  and comes nearer to zero than the ends by |D| at most
//! ```
//!
//! Where both could be, with a margin for what is no parabola, the function is looked at where the parabola turns. So two changes of
//! sign are found, however near to each other, when the function is like a parabola between neighbouring looks; one that
//! turns several times in half a step needs smaller steps.

use super::events::Direction;

/// Looks in one step, the ends included.
const MOST: usize = 24;
/// What a function may differ from the parabola, as a multiple of D.
const MARGIN: f64 = 2.0;
/// The same where it was not looked at within the step.
const NO_DOUBT: f64 = 8.0;
/// A segment that is smaller than this part of the step is not parted.
const NARROW: f64 = 1e-6;

/// Parts of a step that have been looked at, and the function there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Looks {
    points: [(f64, f64); MOST],
    count: usize,
    /// the part to look at next
    next: f64,
    /// a value before the step
    earlier: Option<(f64, f64)>,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Look {
    /// look at this part of the step
    At(f64),
    /// the first change of sign lies between these parts, with these values
    Between((f64, f64), (f64, f64)),
    /// there is none
    Nothing,
}

impl Looks {
    /// Begin with the values at both ends, and one at an earlier time (a negative part of the step) if there is one.
    pub(super) fn new(earlier: Option<(f64, f64)>, before: f64, after: f64) -> Self {
        let mut points = [(0.0, 0.0); MOST];
        (points[0], points[1]) = ((0.0, before), (1.0, after));
        Looks { points, count: 2, next: 1.0, earlier }
    }

    /// Take the value at the part looked at last.
    pub(super) fn take(&mut self, value: f64) {
        let place = self.points[..self.count].partition_point(|(s, _)| *s < self.next);
        self.points.copy_within(place..self.count, place + 1);
        self.points[place] = (self.next, value);
        self.count += 1;
    }

    /// The first change of sign that counts, or where to look for it.
    pub(super) fn next(&mut self, direction: Direction) -> Look {
        if self.count == 2 {
            // halfway, unless there is no doubt
            if !self.foreseen() {
                self.next = 0.5;
                return Look::At(self.next);
            }
        }
        for k in 0..self.count - 1 {
            let (a, b) = (self.points[k], self.points[k + 1]);
            if direction.crossed(a.1, b.1) {
                return Look::Between(a, b);
            }
            if self.count < MOST
                && let Some(turn) = self.may_turn(k)
            {
                self.next = turn;
                return Look::At(turn);
            }
        }
        Look::Nothing
    }

    /// Does the parabola through an earlier value and those of both ends stay far from turning, or from zero?
    fn foreseen(&self) -> bool {
        let (Some(c), a, b) = (self.earlier, self.points[0], self.points[1]) else { return false };
        let deviation = 0.25 * bend(c, a, b).abs();
        let (rise, near) = ((b.1 - a.1).abs(), a.1.abs().min(b.1.abs()));
        rise >= 4.0 * NO_DOUBT * deviation || a.1 * b.1 > 0.0 && near >= NO_DOUBT * deviation
    }

    /// Where the function may turn, at or beyond zero, in the segment behind point `k`.
    fn may_turn(&self, k: usize) -> Option<f64> {
        let (a, b) = (self.points[k], self.points[k + 1]);
        let (width, rise) = (b.0 - a.0, b.1 - a.1);
        if width < NARROW || a.1 * b.1 < 0.0 {
            return None;
        }
        // the neighbours' parabola that bends most
        let others = [k.checked_sub(1), Some(k + 2).filter(|n| *n < self.count)];
        let bends = others.into_iter().flatten().map(|n| bend(a, b, self.points[n]));
        let bend = bends.fold(0.0, |most: f64, bend| if bend.abs() > most.abs() { bend } else { most });
        let deviation = 0.25 * bend.abs() * width * width;
        let near = a.1.abs().min(b.1.abs());
        if rise.abs() >= 4.0 * MARGIN * deviation || near >= MARGIN * deviation {
            return None;
        }
        // g = g_a + (rise/width + bend (s − b)) (s − a)
        let turn = 0.5 * (a.0 + b.0) - 0.5 * rise / (width * bend);
        Some(turn.clamp(a.0 + 0.1 * width, b.0 - 0.1 * width))
    }
}

/// Second divided difference of three points.
fn bend(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    ((c.1 - b.1) / (c.0 - b.0) - (b.1 - a.1) / (b.0 - a.0)) / (c.0 - a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brackets of a function over a step, and how often it was looked at.
    fn search(g: impl Fn(f64) -> f64, direction: Direction) -> (Look, usize) {
        let mut looks = Looks::new(None, g(0.0), g(1.0));
        loop {
            match looks.next(direction) {
                Look::At(s) => looks.take(g(s)),
                found => return (found, looks.count),
            }
        }
    }

    #[test]
    fn two_changes_of_sign_are_found_however_near_and_a_function_that_stays_away_costs_one_look() {
        for gap in [0.3, 0.03, 0.003] {
            for middle in [0.2, 0.5, 0.77] {
                let g = |s: f64| (s - middle) * (s - middle) - gap * gap / 4.0 + 0.02 * (s - middle).powi(3);
                let (found, count) = search(g, Direction::Both);
                let Look::Between(a, b) = found else { panic!("{gap} {middle}: {found:?}") };
                assert!(a.0 <= middle - 0.4 * gap && b.0 >= middle - 0.6 * gap && count < 16, "{found:?} {count}");
                let (found, _) = search(g, Direction::Rising);
                assert!(matches!(found, Look::Between(a, b) if b.0 >= middle + 0.4 * gap && a.0 <= middle + 0.6 * gap));
            }
        }
        assert_eq!(search(|s| 1.0 + s + 0.3 * s * s, Direction::Both), (Look::Nothing, 3));
        assert_eq!(search(|s| 1e-12 + s, Direction::Both), (Look::Nothing, 3));
        // a zero at the start is none, but what follows counts
        assert!(matches!(search(|s| (5.0 * s).sin(), Direction::Both).0, Look::Between(a, _) if a.0 > 0.0));
    }
}
