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
    let mut answered = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        answered.clear();
        serde_json::to_writer(&mut answered, &answer(request))?;
        answered.push(b'\n');
        output.write_all(&answered)?;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::io::ErrorKind;

    use super::*;

    /// An input that arrives in pieces, and notes how much was answered before each came.
    struct Pieces<'a> {
        pieces: VecDeque<&'static [u8]>,
        output: &'a RefCell<Vec<u8>>,
        answered: &'a RefCell<Vec<usize>>,
    }

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let lines = self
                .output
                .borrow()
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            self.answered.borrow_mut().push(lines);
            match self.pieces.pop_front() {
                Some(piece) => {
                    buffer[..piece.len()].copy_from_slice(piece);
                    Ok(piece.len())
                }
                None => Ok(0),
            }
        }
    }

    struct Shared<'a>(&'a RefCell<Vec<u8>>);

    impl Write for Shared<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn answers_are_sent_before_the_engine_waits_for_more() {
        let (output, answered) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let pieces = [&b"1\n2\n3\n"[..], b"4\n{", b"\"op\":", b"5}\n", b"6"];
        let input = Pieces {
            pieces: pieces.into(),
            output: &output,
            answered: &answered,
        };
        serve(input, Shared(&output)).unwrap();
        // Before the first piece, after each, and at the end, which ends the last line too.
        assert_eq!(answered.into_inner(), [0, 3, 4, 4, 5, 5, 6]);
        let output = String::from_utf8(output.into_inner()).unwrap();
        assert_eq!(output.lines().count(), 6);
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_broken_pipe_is_told_as_such() {
        let error = serve(&b"1\n"[..], Closed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
}
