// SPDX-License-Identifier: MIT
use crate::{sys, words};
use core::fmt;

/// The reason why a call failed: the statuses of `libspe/base.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    More,
    Arg,
    Config,
    State,
    Space,
    Range,
    Kind,
    Layout,
    Header,
    Io,
    Format,
    Name,
    Syntax,
    Absent,
    Undefined,
    /// A status that this version does not know.
    Other(i32),
}

const KNOWN: [(Error, i32); 15] = [
    (Error::More, sys::SPE_E_MORE),
    (Error::Arg, sys::SPE_E_ARG),
    (Error::Config, sys::SPE_E_CONFIG),
    (Error::State, sys::SPE_E_STATE),
    (Error::Space, sys::SPE_E_SPACE),
    (Error::Range, sys::SPE_E_RANGE),
    (Error::Kind, sys::SPE_E_KIND),
    (Error::Layout, sys::SPE_E_LAYOUT),
    (Error::Header, sys::SPE_E_HEADER),
    (Error::Io, sys::SPE_E_IO),
    (Error::Format, sys::SPE_E_FORMAT),
    (Error::Name, sys::SPE_E_NAME),
    (Error::Syntax, sys::SPE_E_SYNTAX),
    (Error::Absent, sys::SPE_E_ABSENT),
    (Error::Undefined, sys::SPE_E_UNDEFINED),
];

impl Error {
    /// The library's number for it, which is negative.
    pub fn status(self) -> i32 {
        match self {
            Error::Other(status) => status,
            known => KNOWN.iter().find(|row| row.0 == known).map_or(0, |row| row.1),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: takes any number.
        f.write_str(words(unsafe { sys::spe_status_text(self.status()) }))
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

/// The number if it is zero or more; an error if it is negative.
pub(crate) fn check(status: i32) -> Result<usize, Error> {
    usize::try_from(status).map_err(|_| KNOWN.iter().find(|row| row.1 == status).map_or(Error::Other(status), |row| row.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::ToString, vec::Vec};

    #[test]
    fn every_status_has_a_variant() {
        let mut rows = Vec::new();
        for line in libspe_sys::INTERFACE.lines().filter_map(|line| line.strip_prefix("pub const SPE_E_")) {
            let (name, value) = line.split_once(": c_int = ").unwrap();
            let status: i32 = value.trim_end_matches(';').parse().unwrap();
            let error = check(status).unwrap_err();
            assert_eq!(format!("{error:?}").to_uppercase(), name);
            assert_eq!(error.status(), status);
            assert!(!rows.contains(&error.to_string()), "{name}: a sentence of its own");
            rows.push(error.to_string());
        }
        assert_eq!(rows.len(), KNOWN.len());
        assert_eq!((check(-7), Error::Other(-7).status(), check(7)), (Err(Error::Other(-7)), -7, Ok(7)));
    }
}
