import type { Json, JsonObject } from '#shared/model/json.ts'
import type { StageOf } from '#shared/spl/index.ts'
import { PlainRow, type Row } from '../row.ts'
import type { Budget } from '../budget.ts'
import type { Pace, Rows } from '../rows.ts'
import type { Test } from './where.ts'

/** Keeps the rows that pass. */
export function filtered(rows: Rows, test: Test, pace: Pace, budget: Budget): Rows {
  return {
    async next() {
      for (;;) {
        const page = await rows.next()
        if (!page) return null
        const passed = page.filter((row) => {
          const passes = test(row)
          if (!passes) budget.release(row.computedBytes)
          return passes
        })
        if (passed.length > 0) return passed
        await pace.yieldToMain()
      }
    },
  }
}

export function limited(rows: Rows, count: number): Rows {
  let left = count
  return {
    async next() {
      if (left <= 0) return null
      const page = await rows.next()
      if (!page) return null
      const passed = page.length > left ? page.slice(0, left) : page
      left -= passed.length
      return passed
    },
  }
}

export function skipped(rows: Rows, count: number): Rows {
  let left = count
  return {
    async next() {
      for (;;) {
        const page = await rows.next()
        if (!page) return null
        const passed = left > 0 ? page.slice(left) : page
        left = Math.max(0, left - page.length)
        if (passed.length > 0) return passed
      }
    },
  }
}

export function mapped(rows: Rows, change: (row: Row) => Row): Rows {
  return {
    async next() {
      const page = await rows.next()
      return page && page.map(change)
    },
  }
}

/** Selects the named members in order; a missing one is null (docs/spl.md#stages). */
export function projection(stage: StageOf<'project'>): (row: Row) => Row {
  const columns = stage.columns.map(({ field, as }) => [field.name, (as ?? field).name] as const)
  return (row) => {
    const members: { [name: string]: Json } = Object.create(null) as { [name: string]: Json }
    for (const [name, as] of columns) members[as] = row.get(name) ?? null
    return new PlainRow(members)
  }
}

/** Keeps one row per combination of values; with fields, rows have only those. */
export function distinct(rows: Rows, stage: StageOf<'distinct'>, pace: Pace, budget: Budget): Rows {
  const fields = stage.fields.map(({ name }) => name)
  const seen = new Set<string>()
  const reduce = (row: Row): JsonObject =>
    fields.length === 0
      ? row.toObject()
      : Object.fromEntries(fields.map((name) => [name, row.get(name) ?? null]))
  return {
    async next() {
      for (;;) {
        const page = await rows.next()
        if (!page) return null
        const fresh: Row[] = []
        for (const row of page) {
          const members = reduce(row)
          const identity = JSON.stringify(members)
          if (seen.has(identity)) {
            budget.release(row.computedBytes)
            continue
          }
          seen.add(identity)
          budget.hold(identity.length, stage)
          fresh.push(new PlainRow(members))
        }
        if (fresh.length > 0) return fresh
        await pace.yieldToMain()
      }
    },
  }
}
