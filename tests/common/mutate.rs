//! Texts of files changed at random.

/// Xorshift numbers.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }
}

/// A text changed at random.
pub fn mutated(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let words: [&[u8]; 16] = [
        b"null",
        b"NaN",
        b"1e999",
        b"-1",
        b"1e300",
        b"[]",
        b"{}",
        b"\"\"",
        b"true",
        b"0",
        b"[[",
        b"}",
        b",",
        b"\"name\": 1",
        b"1e-320",
        b"\"ground \\\"0\\\"\"",
    ];
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => bytes[at] = 0x20 + random.below(95) as u8,
            2 if !bytes.is_empty() => {
                let end = (at + random.below(30)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let copy: Vec<u8> = bytes[at..(at + random.below(200)).min(bytes.len())].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let deep = b"[{\"a\":".repeat(random.below(60));
                bytes.splice(at..at, deep);
            }
            5 | 6 => {
                // a value that begins here becomes something else
                let Some(colon) = bytes[at..].iter().position(|b| *b == b':').map(|p| at + p + 1) else { continue };
                let end = bytes[colon..].iter().position(|b| b",}]".contains(b)).map_or(bytes.len(), |p| colon + p);
                bytes.splice(colon..end, words[random.below(words.len())].iter().copied());
            }
            _ => {
                let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                if let Some(p) = digit {
                    bytes[at + p] = b'0' + random.below(10) as u8;
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
