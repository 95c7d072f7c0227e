//! The text of files: JSON (RFC 8259), read with the line of everything in it and written so that lines can be compared.
//!
//! Stricter than the standard: a key occurs once in its object, a number fits an `f64`, nesting ends at [`DEEPEST`]. A number
//! is written with as few digits as lead back to its bits.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::fmt::Write;

/// How deep lists and objects may be nested.
const DEEPEST: usize = 32;
/// Where lines are broken.
const WIDTH: usize = 120;

/// What stands in a file, and in which line.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// counted from one
    pub line: usize,
    /// what it is
    pub value: Json,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// null
    Null,
    /// true, false
    Flag(bool),
    /// finite
    Number(f64),
    /// "..."
    Text(String),
    /// [...]
    List(Vec<Node>),
    /// {...}, in the order of the file
    Object(Vec<(String, Node)>),
}

impl Json {
    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Flag(_) => "true or false",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        }
    }
}

/// Read a whole text.
pub fn parse(text: &str) -> Result<Node> {
    let mut parser = Parser { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 }, line: 1, start: 0, depth: 0 };
    let node = parser.value()?;
    parser.space();
    match parser.peek() {
        None => Ok(node),
        Some(c) => parser.bad(&format!("{} follows the end of the file's object", shown(c))),
    }
}

fn shown(c: char) -> String {
    if c.is_control() { format!("the character U+{:04X}", c as u32) } else { format!("'{c}'") }
}

struct Parser<'a> {
    text: &'a str,
    /// bytes read
    at: usize,
    line: usize,
    /// where the line begins
    start: usize,
    depth: usize,
}

impl Parser<'_> {
    fn bad<T>(&self, text: &str) -> Result<T> {
        let column = self.text[self.start..self.at].chars().count() + 1;
        Err(Error::BadFile(format!("line {}, column {column}: {text}", self.line)))
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            (self.line, self.start) = (self.line + 1, self.at);
        }
        Some(c)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.next();
        }
    }

    /// The next character after spaces must be this one.
    fn expect(&mut self, wanted: char, after: &str) -> Result<()> {
        self.space();
        match self.peek() {
            Some(c) if c == wanted => {
                self.next();
                Ok(())
            }
            Some(c) => self.bad(&format!("{} stands where '{wanted}' is needed {after}", shown(c))),
            None => self.bad(&format!("the file ends where '{wanted}' is needed {after}; was it cut?")),
        }
    }

    fn value(&mut self) -> Result<Node> {
        self.space();
        let line = self.line;
        let value = match self.peek() {
            None => return self.bad("the file ends where a value is needed; was it cut?"),
            Some('{') => self.nested(Self::object)?,
            Some('[') => self.nested(Self::list)?,
            Some('"') => Json::Text(self.string()?),
            Some('-' | '0'..='9') => self.number()?,
            Some(c) if c.is_ascii_alphabetic() => self.word()?,
            Some(c) => return self.bad(&format!("{} stands where a value is needed", shown(c))),
        };
        Ok(Node { line, value })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json>) -> Result<Json> {
        if self.depth == DEEPEST {
            return self.bad(&format!("lists and objects are nested deeper than {DEEPEST}"));
        }
        self.depth += 1;
        self.next();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Is the list or object at its end? If not, and it is not at its first member, there must be a comma.
    fn ends(&mut self, close: char, first: bool) -> Result<bool> {
        self.space();
        if self.peek() == Some(close) {
            self.next();
            return Ok(true);
        }
        if !first {
            self.expect(',', &format!("or '{close}' to end it"))?;
        }
        Ok(false)
    }

    fn list(&mut self) -> Result<Json> {
        let mut items = Vec::new();
        while !self.ends(']', items.is_empty())? {
            items.push(self.value()?);
        }
        Ok(Json::List(items))
    }

    fn object(&mut self) -> Result<Json> {
        let mut members: Vec<(String, Node)> = Vec::new();
        let mut lines = HashMap::new();
        while !self.ends('}', members.is_empty())? {
            self.space();
            if self.peek() != Some('"') {
                return match self.peek() {
                    Some(c) => self.bad(&format!("{} stands where a key in quotes is needed", shown(c))),
                    None => self.bad("the file ends inside an object; was it cut?"),
                };
            }
            let key = self.string()?;
            if let Some(before) = lines.insert(key.clone(), self.line) {
                let text = format!("the key \"{key}\" was given in line {before} already; remove one");
                return self.bad(&text);
            }
            self.expect(':', &format!("after the key \"{key}\""))?;
            members.push((key, self.value()?));
        }
        Ok(Json::Object(members))
    }

    fn word(&mut self) -> Result<Json> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let value = match &rest[..length] {
            "true" => Json::Flag(true),
            "false" => Json::Flag(false),
            "null" => Json::Null,
            other => return self.bad(&format!("{other} is not a value; a number, \"text\", true or false is needed")),
        };
        self.at += length;
        Ok(value)
    }

    /// -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
    fn number(&mut self) -> Result<Json> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let text = &rest[..length];
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
        let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
        let whole = whole.strip_prefix('-').unwrap_or(whole);
        let sound = digits(whole)
            && (whole == "0" || !whole.starts_with('0'))
            && fraction.is_none_or(digits)
            && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)));
        match text.parse::<f64>() {
            Ok(number) if sound && number.is_finite() => {
                self.at += length;
                Ok(Json::Number(number))
            }
            Ok(_) if sound => self.bad(&format!("{text} is too large for a number of double precision")),
            _ => self.bad(&format!("{text} is not a number as JSON writes it, such as -1.5e-3")),
        }
    }

    fn string(&mut self) -> Result<String> {
        self.next();
        let mut out = String::new();
        loop {
            match self.peek() {
                None => return self.bad("the file ends inside a text; was it cut?"),
                Some('"') => {
                    self.next();
                    return Ok(out);
                }
                Some('\\') => {
                    self.next();
                    out.push(self.escape()?);
                }
                Some(c) if (c as u32) < 0x20 => {
                    return self.bad(&format!("{} inside a text must be written with a backslash", shown(c)));
                }
                Some(c) => {
                    self.next();
                    out.push(c);
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let c = self.next();
        Ok(match c {
            Some('"' | '\\' | '/') => c.unwrap_or('/'),
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let high = self.hex4()?;
                // a pair of surrogates is one character
                let code = match high {
                    0xd800..=0xdbff if self.text[self.at..].starts_with("\\u") => {
                        self.at += 2;
                        match self.hex4()? {
                            low @ 0xdc00..=0xdfff => 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00),
                            _ => high,
                        }
                    }
                    other => other,
                };
                match char::from_u32(code) {
                    Some(c) => c,
                    None => return self.bad("\\u is followed by half of a character"),
                }
            }
            _ => return self.bad("a backslash must be followed by one of \" \\ / b f n r t u"),
        })
    }

    fn hex4(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|d| u32::from_str_radix(d, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.bad("\\u needs four hexadecimal digits"),
        }
    }
}

/// What is to be written.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// true, false
    Flag(bool),
    /// must be finite
    Number(f64),
    /// "..."
    Text(String),
    /// [...]
    List(Vec<Value>),
    /// {...}
    Object(Vec<(&'static str, Value)>),
    /// a function of time by its place; it gets its name when a model is written
    Function(usize),
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => write!(out, "\\u{:04x}", c as u32).unwrap_or(()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Value {
    /// On one line.
    fn inline(&self) -> Result<String> {
        Ok(match self {
            Value::Flag(flag) => flag.to_string(),
            // `{:?}` has as few digits as lead back to the same bits
            Value::Number(number) if number.is_finite() => format!("{number:?}").trim_end_matches(".0").to_string(),
            Value::Number(number) => {
                return Err(Error::BadFile(format!("{number} cannot be written; a finite number is needed")));
            }
            Value::Text(text) => quoted(text),
            Value::Function(place) => place.to_string(),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(Value::inline).collect::<Result<_>>()?;
                format!("[{}]", items.join(", "))
            }
            Value::Object(members) => {
                let part = |(key, value): &(&str, Value)| Ok(format!("{}: {}", quoted(key), value.inline()?));
                format!("{{{}}}", members.iter().map(part).collect::<Result<Vec<_>>>()?.join(", "))
            }
        })
    }

    /// The whole text, broken into lines where it is long.
    pub fn write(&self) -> Result<String> {
        let mut out = String::new();
        self.put(&mut out, 0, 0)?;
        out.push('\n');
        Ok(out)
    }

    /// Append at an indent, after `used` characters of the line.
    fn put(&self, out: &mut String, indent: usize, used: usize) -> Result<()> {
        let line = self.inline()?;
        let (open, close, count) = match self {
            Value::List(items) => ('[', ']', items.len()),
            Value::Object(members) => ('{', '}', members.len()),
            _ => ('"', '"', 0),
        };
        // the file itself is broken, whatever its length
        if count == 0 || indent + used + line.chars().count() <= WIDTH && indent > 0 {
            out.push_str(&line);
            return Ok(());
        }
        let pad = " ".repeat(indent + 2);
        out.push(open);
        match self {
            Value::List(items) if items.iter().all(|i| matches!(i, Value::Number(_))) => {
                // numbers fill their lines
                let mut room = 0;
                for (k, item) in items.iter().enumerate() {
                    let number = item.inline()?;
                    if room < number.len() + 2 {
                        write!(out, "\n{pad}").unwrap_or(());
                        room = WIDTH.saturating_sub(indent + 2).max(40);
                    } else {
                        out.push(' ');
                    }
                    room = room.saturating_sub(number.len() + 2);
                    write!(out, "{number}{}", if k + 1 < count { "," } else { "" }).unwrap_or(());
                }
            }
            Value::List(items) => {
                for (k, item) in items.iter().enumerate() {
                    write!(out, "\n{pad}").unwrap_or(());
                    item.put(out, indent + 2, 1)?;
                    out.push_str(if k + 1 < count { "," } else { "" });
                }
            }
            Value::Object(members) => {
                for (k, (key, value)) in members.iter().enumerate() {
                    write!(out, "\n{pad}{}: ", quoted(key)).unwrap_or(());
                    value.put(out, indent + 2, key.len() + 5)?;
                    out.push_str(if k + 1 < count { "," } else { "" });
                }
            }
            _ => {}
        }
        write!(out, "\n{}{close}", " ".repeat(indent)).unwrap_or(());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn numbers_come_back_with_their_bits() {
        let mut seed = 88172645463325252_u64;
        let mut numbers = vec![0.0, -0.0, 1.0, 1e22, 1e23, 5e-324, f64::MAX, f64::MIN_POSITIVE, 0.1 + 0.2, 1.0 / 3.0];
        while numbers.len() < 20000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            numbers.extend(Some(f64::from_bits(seed)).filter(|n| n.is_finite()));
        }
        let text = Value::List(numbers.iter().map(|n| Value::Number(*n)).collect()).write().unwrap();
        let Json::List(read) = parse(&text).unwrap().value else { panic!("a list") };
        for (n, r) in numbers.iter().zip(&read) {
            assert!(matches!(r.value, Json::Number(x) if x.to_bits() == n.to_bits()), "{n:?} {r:?}");
        }
        assert_eq!(numbers.len(), read.len());
        assert!(Value::Number(f64::NAN).write().is_err());
    }

    #[test]
    fn texts_come_back_whatever_they_hold() {
        for text in ["", "a \"b\" \\ /", "\n\t\r\u{1}\u{7f}", "α é 漢 🚁", "\u{feff}"] {
            let written = Value::Text(text.into()).write().unwrap();
            assert_eq!(parse(&written).unwrap().value, Json::Text(text.into()), "{written}");
        }
        assert_eq!(parse(r#""\ud83d\ude81\u00e9\/""#).unwrap().value, Json::Text("🚁é/".into()));
    }

    #[test]
    fn what_is_wrong_is_said_with_line_and_column() {
        for (text, words) in [
            ("", "line 1, column 1: the file ends"),
            ("{\"a\": 1,\n \"b\" 2}", "line 2, column 6: '2' stands where ':' is needed after the key \"b\""),
            ("{\"a\": 1,\n\"a\": 2}", "line 2, column 4: the key \"a\" was given in line 1 already"),
            ("[1, 2", "was it cut?"),
            ("[1 2]", "',' is needed or ']'"),
            ("[1,]", "']' stands where a value"),
            ("[1e999]", "too large"),
            ("[01]", "01 is not a number"),
            ("[.5]", "'.' stands where a value is needed"),
            ("[1.]", "is not a number"),
            ("[+1]", "'+' stands"),
            ("[NaN]", "NaN is not a value"),
            ("[-Infinity]", "- is not a number"),
            ("{a: 1}", "a key in quotes"),
            ("{} {}", "'{' follows the end"),
            ("\"a\nb\"", "U+000A inside a text"),
            ("\"\\x\"", "a backslash must be followed"),
            ("\"\\u12\"", "four hexadecimal digits"),
            ("\"\\ud800\"", "half of a character"),
            ("\"\\ud800\\u0041\"", "half of a character"),
        ] {
            assert!(error(text).contains(words), "{text}: {}", error(text));
        }
        assert!(error(&"[".repeat(100_000)).contains("nested deeper"));
        assert!(error(&"{\"a\":".repeat(100_000)).contains("nested deeper"));
    }
}
