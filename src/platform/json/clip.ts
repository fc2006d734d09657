/** Text of unknown origin in messages. */

/**
 * At most `length` characters of the text, made printable: control characters, which would act on
 * the reader's terminal, and halves of surrogate pairs are replaced by U+FFFD.
 */
export function clip(text: string, length: number): string {
  const shown = text.length <= length ? text : `${text.slice(0, length)}…`;
  // deno-lint-ignore no-control-regex
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd").toWellFormed();
}
