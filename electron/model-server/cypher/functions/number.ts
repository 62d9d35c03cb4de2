import { planError } from '#shared/spl/cypher/index.ts'
import { Float, type Value, float, isInteger, isNumber, numberOf } from '../value.ts'
import {
  type CallSite,
  type FunctionTable,
  integerArgument,
  numberArgument,
  unary,
  wrongType,
} from './function.ts'

const real = (calculate: (x: number) => number) =>
  unary((value, site) => float(calculate(numberArgument(value, site))))

/** Absolute value; keeps the integer type and handles −0 and overflow. */
function absolute(value: Value, site: CallSite): Value {
  const result = Math.abs(numberArgument(value, site))
  return isInteger(value) ? result : float(result)
}

/** Rounds half away from zero if digits are given, half up otherwise, as openCypher specifies. */
function round(value: number, digits: number): number {
  if (digits === 0) return Math.round(value)
  // Exponent notation shifts the decimal point without the rounding error of a multiplication.
  const shifted = Number(`${Math.abs(value)}e${digits}`)
  return Number.isFinite(shifted) ? (Math.sign(value) * Math.round(shifted)) / 10 ** digits : value
}

/** Parses a number in Cypher's syntax; undefined if invalid. */
function parsed(text: string): number | undefined {
  const trimmed = text.trim()
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined
}

function toInteger(value: Value, site: CallSite): Value {
  if (typeof value === 'boolean') return Number(value)
  const number = typeof value === 'string' ? parsed(value) : isNumber(value) ? numberOf(value) : undefined
  if (number === undefined && typeof value !== 'string')
    throw wrongType(site, 'a number, string or boolean', value)
  if (number === undefined || !Number.isFinite(number)) return null
  const whole = Math.trunc(number)
  if (!Number.isSafeInteger(whole)) throw planError(site, `${site.name} leaves the range of ±(2^53 − 1).`)
  return whole
}

function toFloat(value: Value, site: CallSite): Value {
  if (typeof value === 'string') {
    const number = parsed(value)
    return number === undefined ? null : float(number)
  }
  return float(numberArgument(value, site))
}

const constant = (value: number) => ({ min: 0, max: 0, call: () => float(value) })

export const numberFunctions: FunctionTable = {
  abs: unary(absolute),
  ceil: real(Math.ceil),
  floor: real(Math.floor),
  round: {
    min: 1,
    max: 2,
    call: ([value = null, digits = 0], site) =>
      float(round(numberArgument(value, site), integerArgument(digits, site))),
  },
  sign: unary((value, site) => Math.sign(numberArgument(value, site))),
  sqrt: real(Math.sqrt),
  exp: real(Math.exp),
  log: real(Math.log),
  log10: real(Math.log10),
  sin: real(Math.sin),
  cos: real(Math.cos),
  tan: real(Math.tan),
  cot: real((x) => 1 / Math.tan(x)),
  asin: real(Math.asin),
  acos: real(Math.acos),
  atan: real(Math.atan),
  atan2: {
    min: 2,
    max: 2,
    call: ([y = null, x = null], site) => float(Math.atan2(numberArgument(y, site), numberArgument(x, site))),
  },
  degrees: real((x) => (x * 180) / Math.PI),
  radians: real((x) => (x * Math.PI) / 180),
  haversin: real((x) => (1 - Math.cos(x)) / 2),
  pi: constant(Math.PI),
  e: constant(Math.E),
  isnan: unary((value, site) => Number.isNaN(numberArgument(value, site))),
  tointeger: unary(toInteger),
  tofloat: unary(toFloat),
}

/** Formats a number in Cypher's syntax: integral floats keep their decimal point. */
export function numberText(value: number | Float): string {
  return value instanceof Float ? `${value.value}.0` : String(value)
}
