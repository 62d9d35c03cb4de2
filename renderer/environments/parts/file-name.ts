import type { Episode } from '#shared/environments/episode.ts'

/** `Sokoban-v0-easy-seed-42.jsonl`: what a file of this episode is called. */
export function fileName({ envId, seed }: Pick<Episode, 'envId' | 'seed'>, extension = 'jsonl'): string {
  const name = envId.replace(/^[a-z]+:/, '').replaceAll(/[^\w.-]+/g, '-')
  return `${name}-${seed === null ? 'unseeded' : `seed-${seed}`}.${extension}`
}
