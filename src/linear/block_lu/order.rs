//! In which order groups of unknowns are eliminated: minimum degree, but a group waits for those it has to come after.
//!
//! Eliminating a group joins all its neighbours to each other; its degree, counted in unknowns, is the size of the border that it
//! leaves. A group of multipliers is eliminated at once when what it waits for is gone: with all pairs of unknowns of a joint in the
//! pattern its neighbours are then those of the last of these groups, and nothing fills. Ties go to the group farthest from the hub
//! (that on which most others wait), so that branches are eliminated from the tip to the root. A group that waits for many others, as
//! a condition on all of a beam does, is no way from one of them to the next: through it all would be near to each other.

use crate::assembly::Group;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A group that waits for more others than this waits for many: a gear waits for two joints and their nodes.
const FEW: usize = 8;

/// An order of elimination.
pub struct Order {
    /// groups as they are eliminated
    pub sequence: Vec<usize>,
    /// place of each group in it
    pub place: Vec<usize>,
    /// neighbours of each group when it is eliminated, in the order of their own elimination
    pub border: Vec<Vec<usize>>,
}

/// Order groups with these neighbours (sorted, symmetric).
pub fn order(mut neighbours: Vec<Vec<usize>>, groups: &[Group]) -> Order {
    let count = groups.len();
    let mut waits_for: Vec<usize> = groups.iter().map(|g| g.after.len()).collect();
    let mut followers = vec![Vec::new(); count];
    for (v, group) in groups.iter().enumerate() {
        group.after.iter().for_each(|&u| followers[u].push(v));
    }
    let is_way: Vec<bool> = groups.iter().map(|g| g.after.len() <= FEW).collect();
    let distance = distances(&neighbours, &followers, &is_way);
    let weight = |all: &[usize]| all.iter().map(|&u| groups[u].unknowns.len()).sum::<usize>();
    let mut degree: Vec<usize> = neighbours.iter().map(|all| weight(all)).collect();
    let key = |degree: usize, v: usize| Reverse((degree, Reverse(distance[v]), v));
    let mut heap: BinaryHeap<_> = (0..count).filter(|&v| waits_for[v] == 0).map(|v| key(degree[v], v)).collect();

    let mut found = Order { sequence: Vec::new(), place: vec![usize::MAX; count], border: vec![Vec::new(); count] };
    let (mut at_once, mut joined) = (Vec::new(), Vec::new());
    while found.sequence.len() < count {
        let v = match at_once.pop() {
            Some(v) => v,
            None => match heap.pop() {
                // an entry whose degree has changed since is no longer true
                Some(Reverse((then, _, v))) if then == degree[v] => v,
                Some(_) => continue,
                // groups that wait for each other: the first of them goes
                None => (0..count).find(|&v| found.place[v] == usize::MAX).expect("one is left"),
            },
        };
        if found.place[v] != usize::MAX {
            continue;
        }
        found.place[v] = found.sequence.len();
        found.sequence.push(v);
        let border = std::mem::take(&mut neighbours[v]);
        for &u in &border {
            let own = &mut neighbours[u];
            if border.iter().all(|other| *other == u || own.binary_search(other).is_ok()) {
                // it knows them all: the hub of a star has thousands of neighbours, of which one goes
                own.remove(own.binary_search(&v).expect("neighbours know each other"));
                degree[u] -= groups[v].unknowns.len();
            } else {
                merge(own, &border, &mut joined);
                joined.retain(|&other| other != u && other != v);
                // copied, not swapped: the room of a long list does not go to a short one
                own.clear();
                own.extend_from_slice(&joined);
                degree[u] = weight(own);
            }
            if waits_for[u] == 0 {
                heap.push(key(degree[u], u));
            }
        }
        for &u in followers[v].iter().rev().filter(|&&u| found.place[u] == usize::MAX) {
            waits_for[u] = waits_for[u].saturating_sub(1);
            if waits_for[u] == 0 {
                at_once.push(u);
            }
        }
        found.border[v] = border;
    }
    let Order { place, border, .. } = &mut found;
    border.iter_mut().for_each(|border| border.sort_unstable_by_key(|&u| place[u]));
    found
}

/// The union of two sorted lists.
fn merge(a: &[usize], b: &[usize], out: &mut Vec<usize>) {
    out.clear();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let next = match (a.get(i), b.get(j)) {
            (Some(a), Some(b)) => *a.min(b),
            (Some(a), None) => *a,
            (_, b) => *b.expect("one of them goes on"),
        };
        i += usize::from(a.get(i) == Some(&next));
        j += usize::from(b.get(j) == Some(&next));
        out.push(next);
    }
}

/// Steps from the hub to each group by those that are a way; parts that hang together with none counted from their first group.
fn distances(neighbours: &[Vec<usize>], followers: &[Vec<usize>], is_way: &[bool]) -> Vec<usize> {
    let count = neighbours.len();
    let hub = (0..count).filter(|&v| is_way[v]);
    let hub = hub.max_by_key(|&v| (followers[v].len(), neighbours[v].len(), Reverse(v)));
    let mut distance = vec![usize::MAX; count];
    for root in hub.into_iter().chain(0..count) {
        if distance[root] != usize::MAX {
            continue;
        }
        distance[root] = 0;
        let mut reached = vec![root];
        let mut k = 0;
        while k < reached.len() {
            let v = reached[k];
            for &u in neighbours[v].iter().filter(|_| is_way[v]) {
                if distance[u] == usize::MAX {
                    distance[u] = distance[v] + 1;
                    reached.push(u);
                }
            }
            k += 1;
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_eliminated_from_its_tip_and_multipliers_follow_their_nodes() {
        // nodes 0 – 1 – 2 – 3, a joint (4) between 1 and 2, one (5) that holds 0
        let pairs = [(0, 1), (1, 2), (2, 3), (1, 4), (2, 4), (0, 5)];
        let mut neighbours = vec![Vec::new(); 6];
        for (a, b) in pairs {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours.iter_mut().for_each(|n| n.sort_unstable());
        let group = |size: usize, after: &[usize]| Group { unknowns: vec![0; size], after: after.to_vec() };
        let mut groups = vec![group(6, &[]); 4];
        groups.extend([group(5, &[1, 2]), group(5, &[0])]);
        let found = order(neighbours.clone(), &groups);
        // the tip that leaves least, then the other end with what holds it; of 1 and 2, node 1 is the hub
        assert_eq!(found.sequence, [3, 0, 5, 2, 1, 4]);
        assert_eq!((&found.border[2][..], &found.border[1][..]), (&[1, 4][..], &[4][..]));
        // a joint in no loop waits for the node away from the hub alone; node 0, which two joints hold, is that now
        groups[4].after = vec![2];
        groups.push(group(3, &[0]));
        neighbours[0].push(6);
        neighbours.push(vec![0]);
        let found = order(neighbours, &groups);
        assert_eq!(found.sequence, [3, 2, 4, 1, 0, 5, 6]);
        assert_eq!((&found.border[4][..], &found.border[1][..]), (&[1][..], &[0][..]));
    }

    #[test]
    fn a_condition_on_all_of_a_chain_leaves_its_elimination_from_the_tip() {
        // nodes 0 – 1 – … – 9, a joint (10) that holds 0, conditions (11) on all nodes
        let mut neighbours = vec![Vec::new(); 12];
        let along = (0..9).map(|k| (k, k + 1));
        for (a, b) in along.chain([(0, 10)]).chain((0..10).map(|k| (k, 11))) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours.iter_mut().for_each(|n| n.sort_unstable());
        let group = |size: usize, after: Vec<usize>| Group { unknowns: vec![0; size], after };
        let mut groups: Vec<Group> = (0..10).map(|_| group(6, vec![])).collect();
        groups.extend([group(6, vec![0]), group(3, (0..10).collect())]);
        let found = order(neighbours, &groups);
        assert_eq!(found.sequence, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11]);
    }
}
