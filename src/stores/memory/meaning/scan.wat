;; The product of a query with rows of int8, for the given ids. "node scripts/meaning-scan/main.ts" makes scan-module.ts of it.
(module
  (memory (export "memory") 1)

  ;; Writes the product of the query and row $id to $scores[$id], for each of $count ids.
  ;; The query: $bytes int16 numbers at address 0. Rows: $bytes int8 numbers each, a multiple of 16. Ids and scores: int32.
  (func (export "scan") (param $rows i32) (param $bytes i32) (param $ids i32) (param $count i32) (param $scores i32)
    (local $end i32) (local $id i32) (local $row i32) (local $i i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $ids) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ids) (local.get $end)))
        (local.set $id (i32.load (local.get $ids)))
        (local.set $row (i32.add (local.get $rows) (i32.mul (local.get $id) (local.get $bytes))))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $i (i32.const 0))
        (loop $sixteen
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s
            (v128.load8x8_s (i32.add (local.get $row) (local.get $i)))
            (v128.load (i32.shl (local.get $i) (i32.const 1))))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s
            (v128.load8x8_s offset=8 (i32.add (local.get $row) (local.get $i)))
            (v128.load offset=16 (i32.shl (local.get $i) (i32.const 1))))))
          (br_if $sixteen (i32.lt_u
            (local.tee $i (i32.add (local.get $i) (i32.const 16)))
            (local.get $bytes))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (i32.store
          (i32.add (local.get $scores) (i32.shl (local.get $id) (i32.const 2)))
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
        (br $next)))))
