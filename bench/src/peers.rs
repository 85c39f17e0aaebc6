//! Foreign programs: where they are, and how they are asked.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A question of a benchmark to a peer: one JSON object a line.
pub trait Question: Serialize {
    /// Arguments that a peer is started with, to answer questions of this kind.
    const ARGUMENTS: &'static [&'static str];
    /// The answer wanted.
    type Answer;
    /// A line of the peer: the answer, or why there is none.
    type Reply: DeserializeOwned + Into<Result<Self::Answer, String>>;

    /// The operation that a question names, and the one that an answer is of, where answers say so.
    fn operations<'a>(&'a self, _: &'a Self::Answer) -> Option<[&'a str; 2]> {
        None
    }
}

/// A line of a peer of operations on ciphertexts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Reply<A> {
    /// It did what was asked.
    Answer(A),
    /// It cannot.
    Error {
        /// Why not.
        error: String,
    },
}

impl<A> From<Reply<A>> for Result<A, String> {
    fn from(reply: Reply<A>) -> Self {
        match reply {
            Reply::Answer(answer) => Ok(answer),
            Reply::Error { error } => Err(error),
        }
    }
}

/// The peers that are built, started when they are first asked. One is asked at a time; the others
/// sleep.
#[derive(Debug, Default)]
pub struct Peers {
    folder: Option<PathBuf>,
    /// By name and arguments.
    running: BTreeMap<(String, &'static [&'static str]), Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    /// None once it is to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peers {
    /// The peers of a folder.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), running: BTreeMap::new() }
    }

    /// The peers of the checkout that the current folder or the program is in; none when there is
    /// no such checkout.
    #[must_use]
    pub fn nearby() -> Self {
        let places = [std::env::current_dir(), std::env::current_exe()];
        let folder = places.iter().flatten().flat_map(|place| place.ancestors()).map(|place| place.join("bench/peers"));
        folder.into_iter().find(|folder| folder.is_dir()).map_or_else(Self::default, |folder| Self::of(&folder))
    }

    /// Where a peer's program is, or would be.
    #[must_use]
    pub fn program(folder: &Path, name: &str) -> PathBuf {
        folder.join(name).join("target/release").join(format!("papilio-peer-{name}{EXE_SUFFIX}"))
    }

    /// Whether a peer is built.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.folder.as_ref().is_some_and(|folder| Self::program(folder, name).is_file())
    }

    /// The peers of `names` that are built, or a single `None` if none is, so that a benchmark has
    /// a row of its own in any case.
    #[must_use]
    pub fn built(&self, names: &[&'static str]) -> Vec<Option<&'static str>> {
        let built: Vec<_> = names.iter().copied().filter(|name| self.has(name)).map(Some).collect();
        if built.is_empty() { vec![None] } else { built }
    }

    /// Ends all that run: the next question to each starts it again.
    pub fn end(&mut self) {
        self.running.clear();
    }

    /// Puts a question to a peer.
    ///
    /// # Errors
    /// In words: the peer cannot do it, or is not built, or failed, or answers another question.
    pub fn ask<Q: Question>(&mut self, name: &str, question: &Q) -> Result<Q::Answer, String> {
        let key = (name.to_owned(), Q::ARGUMENTS);
        if !self.running.contains_key(&key) {
            let folder = self.folder.as_ref().ok_or("no peers are built")?;
            let process = Process::start(&Self::program(folder, name), Q::ARGUMENTS);
            self.running.insert(key.clone(), process.map_err(|e| format!("{name} does not start: {e}"))?);
        }
        let process = self.running.get_mut(&key).ok_or("not started")?;
        match process.ask::<Q>(question) {
            Ok(reply) => {
                let answer = reply.into().map_err(|reason| format!("{name}: {reason}"))?;
                match question.operations(&answer) {
                    Some([asked, answered]) if asked != answered => Err(format!("{name} answers for {answered}")),
                    _ => Ok(answer),
                }
            }
            Err(error) => {
                self.running.remove(&key);
                Err(format!("{name} failed: {error}"))
            }
        }
    }
}

impl Process {
    fn start(program: &Path, arguments: &[&str]) -> std::io::Result<Self> {
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || std::io::Error::other("no pipe");
        let (input, output) = (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, input: Some(input), output: BufReader::new(output) })
    }

    fn ask<Q: Question>(&mut self, question: &Q) -> std::io::Result<Q::Reply> {
        let input = self.input.as_mut().ok_or_else(|| std::io::Error::other("it is to end"))?;
        let line = serde_json::to_string(question)? + "\n";
        input.write_all(line.as_bytes())?;
        input.flush()?;
        let mut reply = String::new();
        self.output.read_line(&mut reply)?;
        Ok(serde_json::from_str(&reply)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input is what a peer ends at. Its exit status says nothing more.
        self.input = None;
        let _status = self.child.wait();
    }
}
