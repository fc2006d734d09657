//! The engine's loop over a stream of requests.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use crate::protocol::answer;

/// How much is read and written at once.
const BUFFER: usize = 1 << 16;

/// Answers each line of `input` by one line of `output`, in order, until the input ends.
///
/// Answers are gathered while more requests are at hand, and sent before the engine waits: many may be
/// in flight, and a lone one is answered at once.
pub fn serve(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut line = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        serde_json::to_writer(&mut output, &answer(request))?;
        output.write_all(b"\n")?;
    }
}
