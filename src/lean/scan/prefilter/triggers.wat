;; The inner loop of triggers.ts, which says what it looks for and fills the tables. Sixteen bytes at a time:
;; the marks among them, bytes with which a format character may begin, and the slot of each of their four grams.
(module
  (memory (export "memory") 8)

  ;; Where things lie in memory, for both sides.
  (global (export "slots") i32 (i32.const 0))             ;; u8 each: whether the slot is taken
  (global (export "chains") i32 (i32.const 0x8000))       ;; u32 each: address of the slot's first entry
  (global (export "entries") i32 (i32.const 0x28000))     ;; up to the text
  (global (export "text") i32 (i32.const 0x40000))        ;; a block, with a margin on both sides
  (global (export "hits") i32 (i32.const 0x50000))        ;; u32 each: offset in the block << 8 | word

  ;; Looks through the block's first $length bytes, rounded up to sixteen. Returns how many hits there are.
  (func (export "search") (param $length i32) (result i32)
    (local $at i32) (local $end i32) (local $hit i32) (local $mask i32)
    (local $bytes v128) (local $second v128) (local $marks v128) (local $slots v128)
    (local.set $at (i32.const 0x40000))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (local.set $hit (i32.const 0x50000))
    (loop $next
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $marks
        (v128.or
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0))) ;; NUL
          (v128.or
            (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x3f)))    ;; ?
            (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x23)))))) ;; #
      ;; Few blocks hold a byte outside ASCII. Format characters begin with E2 80, E2 81, C2 AD, D8 to DC,
      ;; E0 or E1 and A0 to A3, or EF and above.
      (if (i8x16.bitmask (local.get $bytes))
        (then
          (local.set $second (v128.load offset=1 (local.get $at)))
          (local.set $marks
            (v128.or
              (v128.or
                (local.get $marks)
                (v128.or
                  (v128.and
                    (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0xe2)))
                    (i8x16.eq
                      (v128.and (local.get $second) (i8x16.splat (i32.const 0xfe)))
                      (i8x16.splat (i32.const 0x80))))
                  (v128.and
                    (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0xc2)))
                    (i8x16.eq (local.get $second) (i8x16.splat (i32.const 0xad))))))
              (v128.or
                (v128.or
                  (i8x16.lt_u
                    (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0xd8)))
                    (i8x16.splat (i32.const 5)))
                  (i8x16.ge_u (local.get $bytes) (i8x16.splat (i32.const 0xef))))
                (v128.and
                  (i8x16.eq
                    (v128.and (local.get $bytes) (i8x16.splat (i32.const 0xfe)))
                    (i8x16.splat (i32.const 0xe0)))
                  (i8x16.eq
                    (v128.and (local.get $second) (i8x16.splat (i32.const 0xfc)))
                    (i8x16.splat (i32.const 0xa0)))))))))
      (if (v128.any_true (local.get $marks))
        (then
          (local.set $mask (i8x16.bitmask (local.get $marks)))
          (loop $mark
            (local.set $hit
              (call $tell (local.get $hit)
                (i32.add (local.get $at) (i32.ctz (local.get $mask))) (i32.const 0xff)))
            (local.set $mask
              (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $mark (local.get $mask)))))
      ;; slotOf() of three bytes in every four, those outside ASCII as one.
      (local.set $slots
        (i32x4.shr_u
          (i32x4.mul
            (v128.and
              (i8x16.min_u (local.get $bytes) (i8x16.splat (i32.const 127)))
              (i32x4.splat (i32.const 0xffffff)))
            (i32x4.splat (i32.const 0x64140609)))
          (i32.const 17)))
      (if (i32.load8_u (i32x4.extract_lane 0 (local.get $slots)))
        (then
          (local.set $hit
            (call $compare (local.get $hit)
              (i32.add (local.get $at) (i32.const 0)) (i32x4.extract_lane 0 (local.get $slots))))))
      (if (i32.load8_u (i32x4.extract_lane 1 (local.get $slots)))
        (then
          (local.set $hit
            (call $compare (local.get $hit)
              (i32.add (local.get $at) (i32.const 4)) (i32x4.extract_lane 1 (local.get $slots))))))
      (if (i32.load8_u (i32x4.extract_lane 2 (local.get $slots)))
        (then
          (local.set $hit
            (call $compare (local.get $hit)
              (i32.add (local.get $at) (i32.const 8)) (i32x4.extract_lane 2 (local.get $slots))))))
      (if (i32.load8_u (i32x4.extract_lane 3 (local.get $slots)))
        (then
          (local.set $hit
            (call $compare (local.get $hit)
              (i32.add (local.get $at) (i32.const 12)) (i32x4.extract_lane 3 (local.get $slots))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32.shr_u (i32.sub (local.get $hit) (i32.const 0x50000)) (i32.const 2)))

  ;; Compares the bytes around a gram with the words that may have it there. Returns where the next hit goes.
  ;; An entry: 8 bytes of a word; the mask of those that count; u32, from the word's start to the gram; u8, the
  ;; word's index; u8, whether another entry follows.
  (func $compare (param $hit i32) (param $at i32) (param $slot i32) (result i32)
    (local $entry i32) (local $start i32) (local $more i32)
    (local.set $entry (i32.load offset=0x8000 (i32.shl (local.get $slot) (i32.const 2))))
    (loop $each
      (local.set $start
        (i32.sub (local.get $at) (i32.load offset=16 (local.get $entry))))
      (if
        (i64.eq
          (i64.load (local.get $entry))
          (i64.and (i64.load offset=8 (local.get $entry)) (i64.load (local.get $start))))
        (then
          (local.set $hit
            (call $tell (local.get $hit)
              (local.get $start) (i32.load8_u offset=20 (local.get $entry))))))
      (local.set $more (i32.load8_u offset=21 (local.get $entry)))
      (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
      (br_if $each (local.get $more)))
    (local.get $hit))

  (func $tell (param $hit i32) (param $at i32) (param $word i32) (result i32)
    (i32.store (local.get $hit)
      (i32.or
        (i32.shl (i32.sub (local.get $at) (i32.const 0x40000)) (i32.const 8))
        (local.get $word)))
    (i32.add (local.get $hit) (i32.const 4))))
