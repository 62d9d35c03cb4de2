import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { resourceLimits, START_DEFAULTS } from '#shared/sandbox/lifecycle.ts'
import { formatSize, parseSize } from '#shared/sandbox/size.ts'
import type { WarmKind } from './runtime/kubernetes/warm-pods.ts'

/** An invalid command line; the message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Becomes part of object names in the cluster. */
export function ownerName(text: string, called: string): string {
  if (/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/.test(text)) return text
  throw new UsageError(
    `${called} wants 2 to 32 small letters, digits and "-", beginning with a letter, not ${JSON.stringify(text)}`,
  )
}

export function objectName(text: string, called: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(text)) return text
  throw new UsageError(
    `${called} wants the name of an object in the cluster: small letters, digits, "-" and ".", not ${JSON.stringify(text)}`,
  )
}

export function registryName(text: string, called: string): string {
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+:\d+)(?::\d+)?(?:\/[a-z0-9._-]+)*$/.test(text)) return text
  throw new UsageError(
    `${called} wants HOST[:PORT][/PATH] of a registry, such as registry.example.org/sandboxes, not ${JSON.stringify(text)}`,
  )
}

/** The path of a file that holds certificates. */
export function certificates(path: string, called: string): string {
  try {
    void new X509Certificate(readFileSync(path))
    return resolve(path)
  } catch {
    throw new UsageError(`${called} wants a file of certificates in PEM, not ${JSON.stringify(path)}`)
  }
}

export function cpuCount(text: string, called: string): number {
  const cpus = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN
  if (cpus > 0 && cpus <= resourceLimits.cpus) return cpus
  throw new UsageError(
    `${called} wants a number above 0 and up to ${resourceLimits.cpus}, not ${JSON.stringify(text)}`,
  )
}

export function memorySize(text: string, called: string): number {
  const size = parseSize(text)
  if (size && size <= resourceLimits.memory) return size
  throw new UsageError(
    `${called} wants a size up to ${formatSize(resourceLimits.memory).replace('.00', '')}, such as 512m or 8g, not ${JSON.stringify(text)}`,
  )
}

export function warmKinds(text: string, called: string, cpus: number, memory: number): readonly WarmKind[] {
  return text.split(',').map((part) => {
    const kind = warmKind(part.trim(), cpus, memory)
    if (kind) return kind
    throw new UsageError(
      `${called} wants IMAGE=N[/CPUS/MEMORY/DISK], with N from 1 to ${MAX_WARM} and limits that a start may have, as in python:3.12=3/0.5/1g/10g, not ${JSON.stringify(part)}`,
    )
  })
}

function warmKind(text: string, cpus: number, memory: number): WarmKind | undefined {
  const [, image = '', number = '', limits = ''] = /^(.*\S)=(\d+)((?:\/[^/]+){0,3})$/.exec(text) ?? []
  const [, ...given] = limits.split('/')
  const chosen = {
    cpus: Number(given[0] ?? cpus),
    memory: given[1] === undefined ? memory : (parseSize(given[1]) ?? NaN),
    disk: parseSize(given[2] ?? START_DEFAULTS.disk) ?? NaN,
  }
  const names = ['cpus', 'memory', 'disk'] as const
  const isPossible = names.every((name) => chosen[name] > 0 && chosen[name] <= resourceLimits[name])
  const count = Number(number)
  return isPossible && count >= 1 && count <= MAX_WARM ? { image, count, limits: chosen } : undefined
}

/** Each waits with its memory and processors reserved. */
const MAX_WARM = 100
