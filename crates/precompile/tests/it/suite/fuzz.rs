//! One case of a search for failures: any bytes, as they are or made into an input that gets
//! further.

use papilio_precompile::Operation;

/// Runs every operation on the bytes, and on the bytes with a length that their header asks for.
///
/// # Panics
/// When a call breaks a promise.
pub fn case(bytes: &[u8]) {
    for operation in Operation::ALL {
        check(operation, bytes);
        for width in [2, 4, 8, 16, 32] {
            if let Some(fitted) = fitted(operation, bytes, width) {
                check(operation, &fitted);
            }
        }
    }
}

/// The bytes repeated to the length that a header with this width states, unless that is long.
fn fitted(operation: Operation, bytes: &[u8], width: usize) -> Option<Vec<u8>> {
    let (header, n) = match bytes {
        [0, ..] if bytes.len() >= 12 => (12, u32::from_be_bytes(bytes[..4].try_into().ok()?) as usize),
        [1, kind, log, m, ..] if usize::from(*m) == width => {
            (4 + width * if *kind == 3 { 3 } else { 2 }, 1usize.checked_shl(u32::from(*log))?)
        }
        _ => return None,
    };
    let body = bytes.get(header..).filter(|body| !body.is_empty())?;
    let length = operation.vectors() * n.min(1 << 20) * width;
    let room = length <= 1 << 13;
    room.then(|| bytes[..header].iter().chain(body.iter().cycle().take(length)).copied().collect())
}

fn check(operation: Operation, input: &[u8]) {
    let gas = papilio_precompile::gas(operation, input);
    assert!(gas > 0 && gas < 1 << 40);
    let (header, output) = (papilio_precompile::header(operation, input), papilio_precompile::run(operation, input));
    match (&header, &output) {
        (Err(of_header), Err(of_run)) => assert_eq!(of_header, of_run),
        (Err(error), Ok(_)) => panic!("a call succeeds without a header: {error}"),
        (Ok(header), Err(error)) => assert!(error.index() > 9, "{header:?} fails with {error}"),
        (Ok(header), Ok(output)) => assert_eq!(header.output_len(), output.len()),
    }
    let (Ok(header), Ok(output)) = (header, output) else { return };
    let inverse = match operation {
        Operation::Forward => Operation::Inverse,
        Operation::Inverse => Operation::Forward,
        _ => return,
    };
    let again = [&input[..header.len()], &output].concat();
    // Values of the output are canonical, or this would fail.
    assert_eq!(papilio_precompile::run(inverse, &again).as_deref(), Ok(&input[header.len()..]));
}
