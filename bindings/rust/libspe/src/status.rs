// SPDX-License-Identifier: MIT
use crate::{sys, words};
use core::fmt;

/// Why a call failed: the statuses of `libspe/base.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    More,
    Arg,
    Config,
    State,
    Space,
    Kind,
    Range,
    Layout,
    Header,
    Name,
    Syntax,
    /// A status that this version does not know.
    Other(i32),
}

const KNOWN: [(Error, i32); 11] = [
    (Error::More, sys::SPE_E_MORE),
    (Error::Arg, sys::SPE_E_ARG),
    (Error::Config, sys::SPE_E_CONFIG),
    (Error::State, sys::SPE_E_STATE),
    (Error::Space, sys::SPE_E_SPACE),
    (Error::Kind, sys::SPE_E_KIND),
    (Error::Range, sys::SPE_E_RANGE),
    (Error::Layout, sys::SPE_E_LAYOUT),
    (Error::Header, sys::SPE_E_HEADER),
    (Error::Name, sys::SPE_E_NAME),
    (Error::Syntax, sys::SPE_E_SYNTAX),
];

impl Error {
    /// The library's number of it, negative.
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

/// Zero or more: the number; negative: an error.
pub(crate) fn check(status: i32) -> Result<usize, Error> {
    usize::try_from(status).map_err(|_| KNOWN.iter().find(|row| row.1 == status).map_or(Error::Other(status), |row| row.0))
}
