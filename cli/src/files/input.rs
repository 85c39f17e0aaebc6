//! Where data come from: a file, or a stream that is read once.

use super::output::STREAM;
use super::sniff::{Named, START};
use crate::error::CliError;
use crate::progress::{PAUSE, check, interruptible};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use zeroize::Zeroizing;

/// Bytes of a stream that stay in memory; more go to an unnamed temporary file.
const IN_MEMORY: usize = 1 << 20;

/// Streams that were read, by name, so that every reader of a call sees the same bytes.
static STREAMS: Mutex<Option<HashMap<PathBuf, Arc<Data>>>> = Mutex::new(None);

#[derive(Debug)]
enum Data {
    File(File, u64),
    Memory(Zeroizing<Vec<u8>>),
}

/// Bytes that can be read at any place.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    path: PathBuf,
    data: Arc<Data>,
}

impl Input {
    /// Opens a file; reads a stream to its end. A `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let input = |data| Self { path: path.to_owned(), data };
        if path == Path::new(STREAM) {
            return stream(path, || Ok(Box::new(io::stdin()))).map(input);
        }
        let name = path.to_owned();
        let file = interruptible(move || File::open(name))?.map_err(CliError::io("open", path))?;
        let found = file.metadata().map_err(CliError::io("read", path))?;
        if found.is_dir() {
            return Err(CliError::io("read", path)(io::Error::from(ErrorKind::IsADirectory)));
        }
        if found.is_file() {
            return Ok(input(Arc::new(Data::File(file, found.len()))));
        }
        stream(path, || Ok(Box::new(file))).map(input)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn len(&self) -> u64 {
        match &*self.data {
            Data::File(_, length) => *length,
            Data::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Reads all of `buffer` from an offset; from any thread.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match &*self.data {
            Data::File(file, _) => super::read_at(file, buffer, offset),
            Data::Memory(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let part = bytes.get(start..).and_then(|rest| rest.get(..buffer.len()));
                buffer.copy_from_slice(part.ok_or(io::Error::from(ErrorKind::UnexpectedEof))?);
                Ok(())
            }
        }
    }

    /// The bytes in order, from the first.
    pub(crate) fn reader(&self) -> impl Read + '_ {
        Reading { input: self, at: 0 }
    }

    /// The kind that the first bytes state.
    pub(crate) fn named(&self) -> Result<Option<Named>, CliError> {
        let mut start = [0; START];
        let length = self.len().min(START as u64) as usize;
        self.read_at(&mut start[..length], 0).map_err(CliError::io("read", &self.path))?;
        Ok(Named::of(&start[..length]))
    }
}

/// The bytes of a file that has no kind, at most so many; of a pipe too.
#[cfg(any(feature = "ethereum", feature = "measure"))]
pub(crate) fn read_within(path: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    let name = path.to_owned();
    let file = interruptible(move || File::open(name))?.map_err(CliError::io("open", path))?;
    let read = move || {
        let mut bytes = Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map(|_| bytes)
    };
    let bytes = interruptible(read)?.map_err(CliError::io("read", path))?;
    if bytes.len() as u64 > limit {
        return Err(CliError::file(path)(format!("more than the limit of {limit} bytes")));
    }
    Ok(bytes)
}

struct Reading<'i> {
    input: &'i Input,
    at: u64,
}

impl Read for Reading<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = (self.input.len() - self.at).min(buffer.len() as u64) as usize;
        self.input.read_at(&mut buffer[..length], self.at)?;
        self.at += length as u64;
        Ok(length)
    }
}

/// Standard input serves one argument of a call.
pub(crate) fn at_most_one_stream<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<(), CliError> {
    if paths.into_iter().filter(|path| *path == Path::new(STREAM)).count() > 1 {
        return Err(CliError::usage("standard input (-) can be read by one argument alone"));
    }
    Ok(())
}

/// The bytes of a stream, read the first time they are asked for.
fn stream(path: &Path, open: impl FnOnce() -> io::Result<Box<dyn Read + Send>>) -> Result<Arc<Data>, CliError> {
    let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let streams = streams.get_or_insert_default();
    if let Some(data) = streams.get(path) {
        return Ok(data.clone());
    }
    if path == Path::new(STREAM) && io::stdin().is_terminal() {
        return Err(CliError::usage("standard input (-) is a terminal: a file or a pipe is needed"));
    }
    let data = Arc::new(spool(path, open().map_err(CliError::io("open", path))?)?);
    streams.insert(path.to_owned(), data.clone());
    Ok(data)
}

/// Reads a stream to its end, in a thread of its own so that an interrupt is seen while it is
/// silent.
fn spool(path: &Path, mut from: Box<dyn Read + Send>) -> Result<Data, CliError> {
    let failed = CliError::io("read", path);
    let (sender, chunks) = sync_channel::<io::Result<Zeroizing<Vec<u8>>>>(4);
    std::thread::spawn(move || {
        loop {
            let mut chunk = Zeroizing::new(vec![0; 1 << 16]);
            let read = from.read(&mut chunk).map(|length| {
                chunk.truncate(length);
                chunk
            });
            let last = read.as_ref().map_or(true, |chunk| chunk.is_empty());
            if sender.send(read).is_err() || last {
                return;
            }
        }
    });
    let mut memory = Zeroizing::new(Vec::with_capacity(IN_MEMORY));
    let mut file: Option<(File, u64)> = None;
    loop {
        check()?;
        let chunk = match chunks.recv_timeout(PAUSE) {
            Ok(chunk) => chunk.map_err(&failed)?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if file.is_none() && memory.len() + chunk.len() > IN_MEMORY {
            // Bytes of no kind that there is are refused by whoever asked, and may have no end.
            if Named::of(&memory[..START.min(memory.len())]).is_none() {
                break;
            }
            let mut kept = tempfile::tempfile().map_err(CliError::io("make a temporary file for", path))?;
            kept.write_all(&memory).map_err(CliError::io("keep", path))?;
            file = Some((kept, memory.len() as u64));
        }
        match &mut file {
            None => memory.extend_from_slice(&chunk),
            Some((kept, length)) => {
                kept.write_all(&chunk).map_err(CliError::io("keep", path))?;
                *length += chunk.len() as u64;
            }
        }
    }
    Ok(file.map_or(Data::Memory(memory), |(file, length)| Data::File(file, length)))
}
