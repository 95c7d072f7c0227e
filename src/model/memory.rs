//! How much memory work on a model takes, estimated from above before it begins.
//!
//! Who is about to fill many vectors asks first, with [`require_memory`](crate::error::require_memory), for as much as all of them may
//! need: the estimates below were measured and doubled, and `tests/hosts/hostile_limits.c` holds them.

use super::Model;

/// What a node, a term and a record may take when the lists that hold them are copied into larger ones [bytes].
const ENTRY: usize = 1024;
/// What a point of a table, an element of a beam with its nodes and sections, a place of a load along a beam and a link of a chain take while
/// they are made [bytes].
pub const TABLE_POINT: usize = 256;
/// See [`TABLE_POINT`].
pub const ELEMENT: usize = 32 * 1024;
/// Of a shell with its nodes: its matrix of stiffness and the maps of its Gauss points, see [`TABLE_POINT`].
pub const SHELL_ELEMENT: usize = 280 * 1024;
/// Of a solid with its nodes and its mass, see [`TABLE_POINT`].
pub const SOLID_ELEMENT: usize = 128 * 1024;
/// See [`TABLE_POINT`].
pub const PLACE: usize = 2 * 1024;
/// See [`TABLE_POINT`].
pub const LINK: usize = 16 * 1024;
/// Bytes of a parsed file for each of its bytes: the shortest values, `[0,0,...`, take the most.
const PARSED: usize = 128;
/// Bytes that a simulation takes for each entry of the matrices of its terms: the system, its factors, the search for redundancy.
const MATRIX_ENTRY: usize = 128;
/// Bytes that it takes for each node: states, blocks, names in lists.
const MOVING_NODE: usize = 8 * 1024;

/// Bytes for each entry of a term's stiffness where that is written as rows.
const ROW_ENTRY: usize = 64;

impl Model {
    /// Memory that one more call of a constructor may take [bytes]: every list may have to be copied into a larger one.
    pub fn room_to_grow(&self) -> usize {
        ENTRY * (self.nodes.len() + self.term_count() + self.records.len())
    }

    /// Memory that a copy of the model takes, with other elements of beams [bytes].
    pub fn room_to_copy(&self) -> usize {
        self.room_to_grow()
            + self.room_for_text()
            + ELEMENT * self.beams.iter().map(|beam| beam.sections.len()).sum::<usize>()
    }

    /// Memory that the text of the model takes while it is written [bytes].
    pub fn room_for_text(&self) -> usize {
        self.records.iter().map(|record| 128 * record.weight()).sum()
    }

    /// Memory that the text of a file of this length takes while it is read [bytes].
    pub fn room_to_read(length: usize) -> usize {
        PARSED.saturating_mul(length)
    }

    /// Memory that the rows of all stiffness take, among which motions without stiffness are searched [bytes].
    pub fn room_for_rows(&self) -> usize {
        let stiff = (0..self.term_count()).map(|t| self.term(t)).filter(|term| term.parts().k);
        stiff.map(|term| term.size() * term.size()).sum::<usize>().saturating_mul(ROW_ENTRY)
    }

    /// Memory that a simulation of the model takes, before its first step [bytes]. Where elimination fills in far beyond the matrices of
    /// the terms, as in nets of joints, it may take more.
    pub fn room_to_simulate(&self) -> usize {
        let entries = |t: usize| {
            let term = self.term(t);
            let (size, conditions) = (term.size(), term.conditions());
            let square = if term.parts().k { size * size } else { size };
            square + 2 * size * conditions + conditions * conditions
        };
        let matrices: usize = (0..self.term_count()).map(entries).sum();
        matrices.saturating_mul(MATRIX_ENTRY).saturating_add(MOVING_NODE * self.nodes.len())
    }
}
