//! Meshes with small elements where sections change: property gradient index, spring analogy, cost function. Epple §7.1.
//!
//! | symbol | name |
//! |---|---|
//! | N_el, ℓ | number of elements, length of the span [m] |
//! | d_i (7.1), μ_j | smoothed derivative, `STENCILS` |
//! | g(s), ∫ g ds | [`GradientIndex::at`], [`GradientIndex::integral`] |
//! | k̂_i = ∫_i g ds (7.3), ℓ_i | index gathered by an element, its length |
//! | k_i = k̂_a + α(k̂_i − k̂_a), k_i ℓ_i equal for all (7.2) | [`spring_mesh`] |
//! | 𝒞 = Σ (ℓ_i ∫_i g ds)² (7.4) | [`cost_mesh`] |
//! | E_r | ratio of the longest to the shortest element |
//!
//! **Index.** 32 N_el samples from end to end, at a step the mean of its sides. Near the ends the stencil is cut where the
//! span stops, so the difference becomes one-sided over a shorter distance: straight lines still have their exact slope. Of
//! each property that varies, abs(d_i) is divided by its maximum (a sum with signs would let rise and fall cancel), and the
//! index is the mean over them. m and its static moments stand several times in a mass matrix and count once.
//!
//! **Spring.** Epple's α makes k_max/k_min = E_r if k̂_a is the mid-range of the k̂_i, not their average as printed. As ℓ_i is
//! in proportion to 1/k_i, all of his meshes are in the one-parameter family ℓ_i [(1 − t) k̂_m + t (k̂_i − k̂_m)] = c with k̂_m
//! the mean: t = 0 gives equal elements, t → 1 equal k̂_i. For each t the mesh is unique, because the left side grows with
//! the end of the element: it is found by marching along the span, and t from E_r. The result is the fixed point of
//! Epple's iteration, which itself often oscillates: small elements gather little index and would grow again. No fixed
//! point is there if the mesh with equal k̂_i has a ratio below E_r; then that mesh is returned, as [`Outcome::IndexTooEven`].
//!
//! **Cost.** The direction of (7.5) takes the integrals as constant and stops short of the minimum (up to 7 % above it in
//! trials). So Newton's method brings all nodes near it, and then each in turn is put where (7.4) is least between its neighbours, with
//! over-relaxation. (7.4) knows no
//! E_r, and an index of zero would cost nothing: g is lifted by a constant so that √(g_max/g_min) ≤ E_r, which is the ratio
//! that the minimum has for many elements. The ratio comes out near E_r or below it.
//!
//! **Steps.** Both put small elements around a step, and smoothing makes up for its place inside one. An element's end on the step
//! needs neither: [`step_mesh`].

use super::table::{Profile, Side, SpanTable};
use crate::error::{Error, Result, require_finite};

const STENCILS: [usize; 5] = [4, 8, 16, 32, 64];
const SAMPLES_PER_ELEMENT: usize = 32;
const MAX_ELEMENTS: usize = 1000;

/// Places of the diagonal in the 21 numbers of a matrix, and of m, m c3, −m c2 and the inertia in those of a mass matrix.
const DIAGONAL: [usize; 6] = [0, 6, 11, 15, 18, 20];
const MASS_ENTRIES: [usize; 9] = [0, 4, 5, 15, 16, 17, 18, 19, 20];

/// Property gradient index g(s) ≥ 0, linear between samples.
#[derive(Debug, Clone, PartialEq)]
pub struct GradientIndex {
    elements: usize,
    ends: (f64, f64),
    values: Vec<f64>,
    /// ∫ g from the start to each sample
    gathered: Vec<f64>,
}

/// How a mesh came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// the spring mesh with the ratio asked for
    RatioReached,
    /// the index varies too little for the ratio: a spring mesh in which all elements gather the same index
    IndexTooEven,
    /// no property varies, or there is one element: equal elements
    NothingVaries,
    /// the least cost
    LeastCost,
    /// elements end on the steps of the table, on as many of them as there are elements for
    OnSteps,
    /// the cost was still falling when the sweeps ran out; the mesh is usable
    CostStillFalling,
}

/// Ends of elements along the span.
#[derive(Debug, Clone, PartialEq)]
pub struct SpanMesh {
    /// N_el + 1 increasing places [m]
    pub nodes: Vec<f64>,
    /// longest by shortest element
    pub ratio: f64,
    /// how it came out
    pub outcome: Outcome,
}

impl GradientIndex {
    /// The index for a mesh of so many elements.
    pub fn new(table: &SpanTable, elements: usize, further: &[Profile]) -> Result<Self> {
        if !(1..=MAX_ELEMENTS).contains(&elements) {
            return Err(Error::InvalidArgument(format!("{elements} elements; ask for 1 to {MAX_ELEMENTS} of them")));
        }
        let (count, ends) = (SAMPLES_PER_ELEMENT * elements, table.ends());
        let place = |i: usize| ends.0 + (ends.1 - ends.0) * i as f64 / (count - 1) as f64;
        let samples: Vec<_> = (0..count).map(|i| table.numbers_at(place(i), Side::Mean)).collect();
        let column = |k: usize| samples.iter().map(|n| n[k]).collect::<Vec<f64>>();
        let largest = |k: usize| samples.iter().fold(0.0, |most: f64, n| most.max(n[k].abs()));
        // each property with the variation that counts as none: 1e-6 of its size, for a coupling √(K_ii K_jj)
        let mut properties: Vec<(Vec<f64>, f64)> = Vec::new();
        for (k, (i, j)) in (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i <= j).enumerate() {
            let size = (largest(DIAGONAL[i]) * largest(DIAGONAL[j])).sqrt();
            properties.push((column(k), 1e-6 * size));
            if MASS_ENTRIES.contains(&k) {
                let size = (largest(21 + DIAGONAL[i]) * largest(21 + DIAGONAL[j])).sqrt();
                properties.push((column(21 + k), 1e-6 * size));
            }
        }
        properties.push((column(42), 1e-6 * largest(42)));
        for (k, profile) in further.iter().enumerate() {
            profile.check(k)?;
            properties.push(((0..count).map(|i| profile.at(place(i))).collect(), profile.negligible));
        }

        let (mut values, mut varying) = (vec![0.0; count], 0.0);
        for (p, negligible) in &properties {
            let (least, most) = range(p.iter().copied());
            let d = smoothed_derivative(p);
            require_finite("slope of a property along the span (use larger units)", &d)?;
            let (_, peak) = range(d.iter().copied());
            if most - least > *negligible && peak > 0.0 {
                varying += 1.0;
                values.iter_mut().zip(&d).for_each(|(g, d)| *g += d / peak);
            }
        }
        values.iter_mut().for_each(|g| *g /= f64::max(varying, 1.0));
        let (step, mut gathered) = (place(1) - place(0), vec![0.0]);
        for pair in values.windows(2) {
            gathered.push(gathered[gathered.len() - 1] + 0.5 * step * (pair[0] + pair[1]));
        }
        Ok(GradientIndex { elements, ends, values, gathered })
    }

    /// g(s); the end values beyond the ends.
    pub fn at(&self, s: f64) -> f64 {
        let (i, t, _) = self.locate(s);
        self.values[i] + t * (self.values[i + 1] - self.values[i])
    }

    /// ∫ g ds from a to b [m], both within the span.
    pub fn integral(&self, a: f64, b: f64) -> f64 {
        let gathered = |s: f64| {
            let (i, t, step) = self.locate(s);
            self.gathered[i] + step * t * (self.values[i] + 0.5 * t * (self.values[i + 1] - self.values[i]))
        };
        gathered(b) - gathered(a)
    }

    /// Sample before s, fraction of the way to the next one, distance of samples.
    fn locate(&self, s: f64) -> (usize, f64, f64) {
        let last = self.values.len() - 1;
        let x = (s - self.ends.0) / (self.ends.1 - self.ends.0) * last as f64;
        let i = (x.max(0.0) as usize).min(last - 1);
        (i, (x - i as f64).clamp(0.0, 1.0), (self.ends.1 - self.ends.0) / last as f64)
    }

    fn equal_nodes(&self) -> Vec<f64> {
        let (start, end) = self.ends;
        (0..=self.elements).map(|i| start + (end - start) * i as f64 / self.elements as f64).collect()
    }

    /// The mesh of the spring family for t in [0, 1).
    fn spring_nodes(&self, t: f64) -> Vec<f64> {
        let (start, end) = self.ends;
        let total = self.integral(start, end);
        let mean = total / self.elements as f64;
        let mut nodes = self.equal_nodes();
        let force = |from: f64, to: f64| (to - from) * ((1.0 - t) * mean + t * (self.integral(from, to) - mean));
        // all elements but the last carry the force c; what the last one has less than c
        let mut march = |c: f64| {
            for i in 1..self.elements {
                let from = nodes[i - 1];
                nodes[i] = if force(from, end) <= c { end } else { root(from, end, |to| force(from, to) - c) };
            }
            c - force(nodes[self.elements - 1], end)
        };
        let c = root(0.0, (end - start) * ((1.0 - t) * mean + t * total), &mut march);
        march(c);
        nodes
    }
}

/// abs(d_i) of (7.1), in the unit of the property per sample.
fn smoothed_derivative(p: &[f64]) -> Vec<f64> {
    let difference = |i: usize, stencil: usize| {
        let (before, after) = (i.saturating_sub(stencil), (i + stencil).min(p.len() - 1));
        (p[after] - p[before]) / (after - before) as f64
    };
    let mean = |i: usize| STENCILS.iter().map(|m| difference(i, *m)).sum::<f64>() / STENCILS.len() as f64;
    (0..p.len()).map(|i| mean(i).abs()).collect()
}

/// Mesh by the spring analogy, (7.2) and (7.3), with the ratio E_r ≥ 1 of the longest to the shortest element.
pub fn spring_mesh(index: &GradientIndex, ratio: f64) -> Result<SpanMesh> {
    check_ratio(ratio)?;
    let done = |nodes: Vec<f64>, outcome| Ok(SpanMesh { ratio: ratio_of(&nodes), nodes, outcome });
    if index.integral(index.ends.0, index.ends.1) <= 0.0 || index.elements == 1 {
        return done(index.equal_nodes(), Outcome::NothingVaries);
    }
    let most = 1.0 - 1e-9;
    let limit = index.spring_nodes(most);
    if ratio_of(&limit) < ratio {
        return done(limit, Outcome::IndexTooEven);
    }
    let t = root(0.0, most, |t| ratio_of(&index.spring_nodes(t)).ln() - ratio.ln());
    done(index.spring_nodes(t), Outcome::RatioReached)
}

/// Mesh of least cost (7.4) for an index lifted so that E_r ≥ 1 is about the largest ratio of elements.
pub fn cost_mesh(index: &GradientIndex, ratio: f64) -> Result<SpanMesh> {
    check_ratio(ratio)?;
    let (least, most) = range(index.values.iter().copied());
    let (n, mut nodes) = (index.elements, index.equal_nodes());
    if most <= 0.0 || n == 1 || ratio == 1.0 {
        let outcome = if most <= 0.0 || n == 1 { Outcome::NothingVaries } else { Outcome::LeastCost };
        return Ok(SpanMesh { ratio: ratio_of(&nodes), nodes, outcome });
    }
    let lift = ((most - ratio * ratio * least) / (ratio * ratio - 1.0)).max(0.0);
    let gathered = |a: f64, b: f64| index.integral(a, b) + lift * (b - a);
    // ½ of the slope of (ℓ G)² where one end of the element, with index g, moves outwards
    let slope = |a: f64, b: f64, g: f64| (b - a) * gathered(a, b) * (gathered(a, b) + (b - a) * g);
    let cost = |nodes: &[f64]| nodes.windows(2).map(|e| ((e[1] - e[0]) * gathered(e[0], e[1])).powi(2)).sum::<f64>();
    for _ in 0..NEWTON {
        let step = towards_least(&nodes, |s| index.at(s) + lift, gathered);
        // no node beyond the middle between its neighbours and itself
        let fits = |i: usize| {
            let room = if step[i] > 0.0 { nodes[i + 1] - nodes[i] } else { nodes[i] - nodes[i - 1] };
            0.45 * room / step[i].abs()
        };
        let part = (1..n).map(fits).fold(1.0, f64::min);
        (1..n).for_each(|i| nodes[i] += part * step[i]);
        if step.iter().all(|s| s.abs() < 1e-9 * (index.ends.1 - index.ends.0) / n as f64) {
            break;
        }
    }
    let mut relaxation = 2.0 / (1.0 + (std::f64::consts::PI / n as f64).sin());
    let (mut last_cost, mut outcome) = (cost(&nodes), Outcome::CostStillFalling);
    for sweep in 0..1000 + 40 * n {
        let mut moved: f64 = 0.0;
        for i in 1..n {
            let (a, b, here) = (nodes[i - 1], nodes[i + 1], nodes[i]);
            let best = root(a, b, |s| slope(a, s, index.at(s) + lift) - slope(s, b, index.at(s) + lift));
            // not closer to a neighbour than half as close as the best place is
            nodes[i] = (here + relaxation * (best - here)).clamp(0.5 * (a + best), 0.5 * (best + b));
            moved = moved.max((best - here).abs());
        }
        if moved < 1e-8 * (index.ends.1 - index.ends.0) / n as f64 {
            outcome = Outcome::LeastCost;
            break;
        }
        let new_cost = cost(&nodes);
        if new_cost > last_cost * (1.0 + 1e-12) && sweep > n {
            relaxation = 0.5 + 0.5 * relaxation; // at 1 the cost cannot rise
        }
        last_cost = new_cost;
    }
    Ok(SpanMesh { ratio: ratio_of(&nodes), nodes, outcome })
}

/// Steps of Newton's method before nodes are put in their places one by one: enough for indices that elements resolve.
const NEWTON: usize = 60;

/// Step of all nodes towards the least cost (7.4), by Newton's method without the slope of the index: with P = ℓ G of element (a, b)
///
/// ```text
///   ∂P/∂b = G + ℓ g_b = p_b,  ∂P/∂a = −(G + ℓ g_a) = −p_a;     ½P²: gradient P p, second derivatives
///       a: p_a² + 2P g_a      a, b: −(p_a p_b + P (g_a + g_b))      b: p_b² + 2P g_b
/// ```
///
/// a tridiagonal system, positive definite.
fn towards_least(nodes: &[f64], at: impl Fn(f64) -> f64, gathered: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let n = nodes.len() - 1;
    let (mut right, mut diagonal, mut off) = (vec![0.0; n + 1], vec![0.0; n + 1], vec![0.0; n]);
    for i in 0..n {
        let (a, b) = (nodes[i], nodes[i + 1]);
        let (length, index, [g_a, g_b]) = (b - a, gathered(a, b), [at(a), at(b)]);
        let (product, [p_a, p_b]) = (length * index, [index + length * g_a, index + length * g_b]);
        right[i] += product * p_a;
        right[i + 1] -= product * p_b;
        diagonal[i] += p_a * p_a + 2.0 * product * g_a;
        diagonal[i + 1] += p_b * p_b + 2.0 * product * g_b;
        off[i] = -(p_a * p_b + product * (g_a + g_b));
    }
    // the ends stay
    for i in 2..n {
        let factor = off[i - 1] / diagonal[i - 1];
        diagonal[i] -= factor * off[i - 1];
        right[i] -= factor * right[i - 1];
    }
    let mut step = vec![0.0; n + 1];
    for i in (1..n).rev() {
        step[i] = (right[i] - if i + 1 < n { off[i] * step[i + 1] } else { 0.0 }) / diagonal[i];
    }
    step
}

/// Below so many elements a mesh follows the steps of the table only where it must: the waves need equal elements more.
const STEPS_FROM: usize = 8;
/// Longest element of a mesh that follows steps, by that of an equal mesh.
const LONGEST: f64 = 2.0;

/// Mesh with an element's end on the steps of the table, and equal elements between them as nearly as can be.
///
/// No element gets longer than twice those of an equal mesh: steps are left inside elements until that holds, first those whose
/// neighbours are nearest to each other, because smoothing copes best with short regions; with less than eight elements all of them
/// are. Elements end at `fixed` [m], increasing, such as the corners of an axis, in any case. The bounds are measured ones,
/// `tests/blade_mesh.rs`.
pub fn step_mesh(table: &SpanTable, elements: usize, fixed: &[f64]) -> Result<SpanMesh> {
    if !(1..=MAX_ELEMENTS).contains(&elements) || fixed.len() >= elements {
        let text = format!(
            "{elements} elements with {} places where they must end; ask for {} to {MAX_ELEMENTS} of them",
            fixed.len(),
            fixed.len() + 1
        );
        return Err(Error::InvalidArgument(text));
    }
    let (start, end) = table.ends();
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (end - start);
    let mut edges = vec![start];
    let steps = if elements < STEPS_FROM { Vec::new() } else { table.steps() };
    edges.extend(steps.iter().filter(|s| !fixed.iter().any(|f| near(**s, *f))));
    edges.extend(fixed);
    edges.push(end);
    edges.sort_by(f64::total_cmp);
    loop {
        let free: Vec<usize> = (1..edges.len() - 1).filter(|k| !fixed.contains(&edges[*k])).collect();
        if edges.len() <= elements + 1 {
            let nodes = divided(&edges, elements);
            let (_, most) = range(nodes.windows(2).map(|e| e[1] - e[0]));
            if most <= LONGEST * (end - start) / elements as f64 || free.is_empty() {
                let outcome = if free.is_empty() { Outcome::NothingVaries } else { Outcome::OnSteps };
                return Ok(SpanMesh { ratio: ratio_of(&nodes), nodes, outcome });
            }
        }
        let around = |k: &usize| edges[k + 1] - edges[k - 1];
        let nearest = free.into_iter().min_by(|a, b| around(a).total_cmp(&around(b)));
        edges.remove(nearest.unwrap_or(1));
    }
}

/// Mesh of equal elements, or as nearly so as can be with ends of elements at `fixed` [m], increasing and inside the span.
pub fn equal_mesh(ends: (f64, f64), elements: usize, fixed: &[f64]) -> Vec<f64> {
    let mut edges = vec![ends.0];
    edges.extend(fixed);
    edges.push(ends.1);
    divided(&edges, elements)
}

/// So many elements with ends on these edges: each next one divides the region whose elements are longest.
fn divided(edges: &[f64], elements: usize) -> Vec<f64> {
    let mut parts = vec![1; edges.len() - 1];
    for _ in parts.len()..elements {
        let part = |k: &usize| (edges[k + 1] - edges[*k]) / parts[*k] as f64;
        let longest = (0..parts.len()).max_by(|a, b| part(a).total_cmp(&part(b))).unwrap_or(0);
        parts[longest] += 1;
    }
    let mut nodes = vec![edges[0]];
    for (region, count) in edges.windows(2).zip(&parts) {
        nodes.extend((1..*count).map(|i| region[0] + (region[1] - region[0]) * i as f64 / *count as f64));
        nodes.push(region[1]);
    }
    nodes
}

fn check_ratio(ratio: f64) -> Result<()> {
    match ratio.is_finite() && ratio >= 1.0 {
        true => Ok(()),
        false => Err(Error::InvalidArgument(format!(
            "the ratio of the longest to the shortest element is {ratio}; it must be at least 1, and 2 to 10 is usual"
        ))),
    }
}

fn ratio_of(nodes: &[f64]) -> f64 {
    let (least, most) = range(nodes.windows(2).map(|e| e[1] - e[0]));
    most / least
}

/// Least and largest.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::MAX, f64::MIN), |(least, most), v| (least.min(v), most.max(v)))
}

/// Where f changes from negative to positive, to rounding: false position with Illinois weights, bisection every third time.
fn root(mut lo: f64, mut hi: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let (mut f_lo, mut f_hi) = (f(lo), f(hi));
    let (floor, mut side) = (1e-16 * (hi - lo).abs(), 0);
    for k in 0..200 {
        let secant = (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
        let x = if k % 3 == 2 || !(secant > lo && secant < hi) { 0.5 * (lo + hi) } else { secant };
        if x <= lo || x >= hi || hi - lo <= floor || f_hi == 0.0 {
            break;
        }
        let value = f(x);
        if value < 0.0 {
            (lo, f_lo, f_hi) = (x, value, if side < 0 { 0.5 * f_hi } else { f_hi });
        } else {
            (hi, f_hi, f_lo) = (x, value, if side > 0 { 0.5 * f_lo } else { f_lo });
        }
        side = if value < 0.0 { -1 } else { 1 };
    }
    if f_hi == 0.0 { hi } else { 0.5 * (lo + hi) }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::section;
    use super::*;

    fn staircase(edges: &[f64], steps: &[f64]) -> SpanTable {
        let sections: Vec<_> = steps.iter().map(|p| section(*p, 1.0 + 0.5 * *p)).collect();
        SpanTable::staircase("steps", edges, &sections).unwrap()
    }

    /// One step of Epple's iteration: k̂ of (7.3), scaled about the mid-range, and (7.2), whose solution is ℓ_i ~ 1/k_i.
    fn printed_iteration(index: &GradientIndex, nodes: &[f64], ratio: f64) -> Vec<f64> {
        let gathered: Vec<f64> = nodes.windows(2).map(|e| index.integral(e[0], e[1])).collect();
        let (least, most) = range(gathered.iter().copied());
        let alpha = (most + least) * (ratio - 1.0) / ((ratio + 1.0) * (most - least));
        let mid = 0.5 * (most + least);
        let flexibility: Vec<f64> = gathered.iter().map(|k| 1.0 / (mid + alpha * (k - mid))).collect();
        let stretch = (index.ends.1 - index.ends.0) / flexibility.iter().sum::<f64>();
        (0..nodes.len()).map(|i| nodes[0] + stretch * flexibility[..i].iter().sum::<f64>()).collect()
    }

    #[test]
    fn spring_mesh_has_the_ratio_and_rests_under_the_printed_iteration() {
        let blade = staircase(&[0.0, 0.4, 0.5, 1.3, 2.2, 2.3, 3.0], &[5.0, 3.0, 2.0, 1.0, 4.0, 1.0]);
        for elements in [5, 8, 20] {
            let index = GradientIndex::new(&blade, elements, &[]).unwrap();
            for ratio in [1.0, 1.5, 2.0, 4.0] {
                let mesh = spring_mesh(&index, ratio).unwrap();
                assert!(mesh.nodes.windows(2).all(|e| e[0] < e[1]));
                assert_eq!((mesh.nodes.len(), mesh.nodes[0], mesh.nodes[elements]), (elements + 1, 0.0, 3.0));
                if mesh.outcome == Outcome::IndexTooEven {
                    let (least, most) = range(mesh.nodes.windows(2).map(|e| index.integral(e[0], e[1])));
                    assert!(elements == 5 && mesh.ratio < ratio && most / least < 1.0 + 1e-6, "{mesh:?}");
                    continue;
                }
                assert!((mesh.ratio - ratio).abs() < 1e-9, "{elements} elements: {} for {ratio}", mesh.ratio);
                let next = if ratio > 1.0 { printed_iteration(&index, &mesh.nodes, ratio) } else { mesh.nodes.clone() };
                assert!(mesh.nodes.iter().zip(next).all(|(a, b)| (a - b).abs() < 1e-9), "{mesh:?}");
            }
        }
    }

    #[test]
    fn small_elements_are_at_the_step() {
        let index = GradientIndex::new(&staircase(&[2.0, 4.22, 8.0], &[1.0, 3.0]), 12, &[]).unwrap();
        for mesh in [spring_mesh(&index, 5.0).unwrap(), cost_mesh(&index, 5.0).unwrap()] {
            let length = |i: usize| mesh.nodes[i + 1] - mesh.nodes[i];
            let shortest = (0..12).min_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap();
            assert!((mesh.nodes[shortest]..mesh.nodes[shortest + 1]).contains(&4.22), "{mesh:?}");
            // within a tenth of the span elements are shorter than equal ones, at the ends they are longer
            let far = |i: usize| (0.5 * (mesh.nodes[i] + mesh.nodes[i + 1]) - 4.22).abs();
            assert!((0..12).all(|i| far(i) > 0.6 || length(i) < 0.5), "{mesh:?}");
            assert!(length(0) > 0.5 && length(11) > 0.5 && mesh.ratio > 3.0, "{mesh:?}");
        }
    }

    #[test]
    fn constant_and_linear_properties_give_equal_elements() {
        let constant = staircase(&[0.0, 1.0, 2.0], &[2.0, 2.0]);
        let linear = SpanTable::new("taper", &[0.0, 2.0], &[section(2.0, 2.0), section(1.0, 1.5)]).unwrap();
        for (table, outcome) in [(constant, Outcome::NothingVaries), (linear, Outcome::IndexTooEven)] {
            for elements in [1, 2, 7] {
                let index = GradientIndex::new(&table, elements, &[]).unwrap();
                let spring = spring_mesh(&index, 4.0).unwrap();
                assert!(elements == 1 || spring.outcome == outcome);
                for mesh in [spring, cost_mesh(&index, 4.0).unwrap()] {
                    for (k, s) in mesh.nodes.iter().enumerate() {
                        assert!((s - 2.0 * k as f64 / elements as f64).abs() < 1e-9);
                    }
                }
            }
        }
    }

    #[test]
    fn no_move_of_a_node_lowers_the_least_cost() {
        for elements in [8, 1000] {
            let index = GradientIndex::new(&staircase(&[0.0, 0.7, 0.9, 2.0], &[1.0, 3.0, 2.0]), elements, &[]).unwrap();
            let most = range(index.values.iter().copied()).1;
            let cost = |nodes: &[f64]| {
                let lifted = |a: f64, b: f64| index.integral(a, b) + most / 8.0 * (b - a); // E_r = 3, least index 0
                nodes.windows(2).map(|e| ((e[1] - e[0]) * lifted(e[0], e[1])).powi(2)).sum::<f64>()
            };
            let mesh = cost_mesh(&index, 3.0).unwrap();
            assert!(mesh.outcome == Outcome::LeastCost && mesh.ratio < 3.01, "{mesh:?}");
            assert!(elements > 8 || cost(&mesh.nodes) < 0.8 * cost(&index.equal_nodes()));
            for (i, by) in (1..elements).flat_map(|i| [(i, 1e-4), (i, -1e-4)]) {
                let mut moved = mesh.nodes.clone();
                moved[i] += by;
                assert!(cost(&moved) > cost(&mesh.nodes));
            }
        }
    }

    #[test]
    fn a_curvature_profile_draws_elements_and_its_noise_does_not() {
        let table = staircase(&[0.0, 4.0], &[2.0]);
        let (stations, kink, noise) = ([0.0, 3.0, 3.2, 4.0], [0.0, 0.0, 0.5, 0.5], [1e-13, 0.0, 2e-13, 0.0]);
        let bent = Profile { stations: &stations, values: &kink, negligible: 1e-6 };
        let index = GradientIndex::new(&table, 10, &[bent, Profile { values: &noise, ..bent }]).unwrap();
        let mesh = spring_mesh(&index, 3.0).unwrap();
        let shortest = mesh.nodes.windows(2).min_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0]))).unwrap();
        assert!(shortest[0] > 2.8 && shortest[1] < 3.4 && (mesh.ratio - 3.0).abs() < 1e-9, "{mesh:?}");
        assert!((index.at(3.1) - 1.0).abs() < 0.05 && index.at(0.5) == 0.0);
    }

    #[test]
    fn bad_input_is_refused_with_the_remedy() {
        let table = staircase(&[0.0, 1.0, 2.0], &[1.0, 2.0]);
        let index = GradientIndex::new(&table, 4, &[]).unwrap();
        for ratio in [0.5, f64::NAN, f64::INFINITY] {
            assert!(spring_mesh(&index, ratio).unwrap_err().to_string().contains("at least 1"));
            assert!(cost_mesh(&index, ratio).is_err());
        }
        assert!(GradientIndex::new(&table, 0, &[]).is_err() && GradientIndex::new(&table, usize::MAX, &[]).is_err());
        let unsorted = Profile { stations: &[1.0, 0.0], values: &[0.0, 1.0], negligible: 0.0 };
        assert!(GradientIndex::new(&table, 4, &[unsorted]).unwrap_err().to_string().contains("profile 0"));
        let huge = Profile { stations: &[0.0, 1.0], values: &[-1e308, 1e308], negligible: 0.0 };
        assert!(GradientIndex::new(&table, 4, &[huge]).unwrap_err().to_string().contains("slope"));
    }
}
