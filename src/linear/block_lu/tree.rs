//! Fronts: groups that are eliminated together, and the tree in which each hands its border on.
//!
//! The parent of a group is the first of its border to be eliminated. A child is merged into its parent where one larger front is
//! faster than two, by a model of the time,
//!
//! ```text
//!   60 + ((w + r)² + r²)/4 + (2/3 w³ + 2 w² r + 2 w r²)/20   nanoseconds for w pivots and a border of r
//! ```
//!
//! (fixed cost, memory moved, operations). A cubic beam becomes one front of 18 pivots and 6 on the border for each element.

use super::order::Order;

/// A front before its tables are made.
#[derive(Debug, Clone, Default)]
pub struct Front {
    /// groups eliminated here, in order
    pub pivots: Vec<usize>,
    /// groups on the border
    pub border: Vec<usize>,
    /// fronts that hand on to this one
    pub children: Vec<usize>,
    w: f64,
    r: f64,
}

fn cost(w: f64, r: f64) -> f64 {
    60.0 + 0.25 * ((w + r) * (w + r) + r * r) + 0.05 * (2.0 / 3.0 * w * w * w + 2.0 * w * w * r + 2.0 * w * r * r)
}

/// The fronts, children before parents; `children` are places in this list. Groups of `free` may take any place in a front without
/// others: there they stand as they are stored.
pub fn fronts(order: &Order, size: &[usize], free: impl Fn(usize) -> bool) -> Vec<Front> {
    let weight = |all: &[usize]| all.iter().map(|&u| size[u]).sum::<usize>() as f64;
    let single = |&v: &usize| Front {
        pivots: vec![v],
        border: order.border[v].clone(),
        children: Vec::new(),
        w: size[v] as f64,
        r: weight(&order.border[v]),
    };
    let mut all: Vec<Front> = order.sequence.iter().map(single).collect();
    let mut roots = Vec::new();
    for p in 0..all.len() {
        // the best gain first
        loop {
            let gain = |c: usize| {
                let (child, own) = (&all[c], &all[p]);
                cost(child.w, child.r) + cost(own.w, own.r) - cost(child.w + own.w, own.r)
            };
            let best = all[p].children.iter().enumerate().map(|(k, &c)| (gain(c), k));
            let Some((_, k)) = best.filter(|(gain, _)| *gain > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            let child = all[p].children.remove(k);
            let child = std::mem::take(&mut all[child]);
            let own = &mut all[p];
            own.pivots.splice(0..0, child.pivots);
            own.children.extend(child.children);
            own.w += child.w;
        }
        match all[p].border.first() {
            Some(&next) => all[order.place[next]].children.push(p),
            None => roots.push(p),
        }
    }
    for front in &mut all {
        if front.pivots.iter().all(|&v| free(v)) {
            front.pivots.sort_unstable();
        } else {
            front.pivots.sort_unstable_by_key(|&v| order.place[v]);
        }
    }
    postorder(all, roots)
}

fn postorder(mut all: Vec<Front>, roots: Vec<usize>) -> Vec<Front> {
    let (mut sorted, mut place) = (Vec::new(), vec![usize::MAX; all.len()]);
    let mut stack: Vec<(usize, bool)> = roots.iter().rev().map(|&p| (p, false)).collect();
    while let Some((p, ready)) = stack.pop() {
        if ready {
            place[p] = sorted.len();
            let mut front = std::mem::take(&mut all[p]);
            front.children.iter_mut().for_each(|c| *c = place[*c]);
            sorted.push(front);
        } else {
            stack.push((p, true));
            all[p].children.sort_unstable();
            stack.extend(all[p].children.iter().rev().map(|&c| (c, false)));
        }
    }
    sorted
}
