;; The greatest product of some queries with rows of int8, for the given ids. "node scripts/meaning-scan/assemble.ts" makes scan.wasm of it.
(module
  (memory (export "memory") 1)

  ;; Writes the greatest of the products of the queries and row $id to $scores[$id], for each of $count ids.
  ;; Queries: 96 int16 numbers each, from address 0 to $queries, at least one. Rows: 96 int8 numbers each. Ids and scores: int32.
  ;; A row is widened once, into the registers $r0 to $r11, however many queries there are.
  (func (export "scan") (param $rows i32) (param $queries i32) (param $ids i32) (param $count i32) (param $scores i32)
    (local $end i32) (local $id i32) (local $row i32) (local $query i32) (local $a v128) (local $b v128) (local $best v128)
    (local $r0 v128) (local $r1 v128) (local $r2 v128) (local $r3 v128) (local $r4 v128) (local $r5 v128)
    (local $r6 v128) (local $r7 v128) (local $r8 v128) (local $r9 v128) (local $r10 v128) (local $r11 v128)
    (local.set $end (i32.add (local.get $ids) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ids) (local.get $end)))
        (local.set $id (i32.load (local.get $ids)))
        (local.set $row (i32.add (local.get $rows) (i32.mul (local.get $id) (i32.const 96))))
        (local.set $r0 (v128.load8x8_s (local.get $row)))
        (local.set $r1 (v128.load8x8_s offset=8 (local.get $row)))
        (local.set $r2 (v128.load8x8_s offset=16 (local.get $row)))
        (local.set $r3 (v128.load8x8_s offset=24 (local.get $row)))
        (local.set $r4 (v128.load8x8_s offset=32 (local.get $row)))
        (local.set $r5 (v128.load8x8_s offset=40 (local.get $row)))
        (local.set $r6 (v128.load8x8_s offset=48 (local.get $row)))
        (local.set $r7 (v128.load8x8_s offset=56 (local.get $row)))
        (local.set $r8 (v128.load8x8_s offset=64 (local.get $row)))
        (local.set $r9 (v128.load8x8_s offset=72 (local.get $row)))
        (local.set $r10 (v128.load8x8_s offset=80 (local.get $row)))
        (local.set $r11 (v128.load8x8_s offset=88 (local.get $row)))
        (local.set $best (v128.const i32x4 -0x80000000 -0x80000000 -0x80000000 -0x80000000))
        (local.set $query (i32.const 0))
        (loop $each
          (local.set $a (i32x4.dot_i16x8_s (local.get $r0) (v128.load (local.get $query))))
          (local.set $b (i32x4.dot_i16x8_s (local.get $r1) (v128.load offset=16 (local.get $query))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $r2) (v128.load offset=32 (local.get $query)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $r3) (v128.load offset=48 (local.get $query)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $r4) (v128.load offset=64 (local.get $query)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $r5) (v128.load offset=80 (local.get $query)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $r6) (v128.load offset=96 (local.get $query)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $r7) (v128.load offset=112 (local.get $query)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $r8) (v128.load offset=128 (local.get $query)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $r9) (v128.load offset=144 (local.get $query)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $r10) (v128.load offset=160 (local.get $query)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $r11) (v128.load offset=176 (local.get $query)))))
          ;; Adds the four lanes up, so that each has the product.
          (local.set $a (i32x4.add (local.get $a) (local.get $b)))
          (local.set $a (i32x4.add (local.get $a)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))))
          (local.set $a (i32x4.add (local.get $a)
            (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $a) (local.get $a))))
          (local.set $best (i32x4.max_s (local.get $best) (local.get $a)))
          (br_if $each (i32.lt_u
            (local.tee $query (i32.add (local.get $query) (i32.const 192)))
            (local.get $queries))))
        (i32.store
          (i32.add (local.get $scores) (i32.shl (local.get $id) (i32.const 2)))
          (i32x4.extract_lane 0 (local.get $best)))
        (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
        (br $next)))))
