import type { Episode } from '#shared/environments/episode.ts'

/** An episode's file name: `Sokoban-v0-easy-seed-42.jsonl`. */
export function fileName({ envId, seed }: Pick<Episode, 'envId' | 'seed'>, extension = 'jsonl'): string {
  const name = envId.replace(/^[a-z]+:/, '').replaceAll(/[^\w.-]+/g, '-')
  return `${name}-${seed === null ? 'unseeded' : `seed-${seed}`}.${extension}`
}
