import type { Usage } from './runtime.ts'

/**
 * Prints counters as seen in a container, for cgroup v2 or v1: CPU ns, memory, processes, OOM kills, then the network table. For `/bin/sh`.
 */
export const COUNTERS = [
  'cd /sys/fs/cgroup 2>/dev/null',
  'field() { while read -r k v; do [ "$k" = "$2" ] && { echo "$v"; return; }; done < "$1"; echo 0; }',
  'if [ -f cpu.stat ] && [ -f memory.stat ]; then',
  '  echo "$(field cpu.stat usage_usec)000 $(field memory.stat anon) $(cat pids.current) $(field memory.events oom_kill)"',
  'else',
  '  echo "$(cat cpuacct/cpuacct.usage) $(field memory/memory.stat total_rss) $(cat pids/pids.current) $(field memory/memory.oom_control oom_kill)"',
  'fi 2>/dev/null',
  'cat /proc/net/dev',
].join('\n')

/** Parses the output of {@link COUNTERS}. */
export function readCounters(text: string): Omit<Usage, 'disk'> {
  const [first = '', ...table] = text.split('\n')
  const [cpu = 0, memory = 0, processes = 0, outOfMemory = 0] = first.split(' ').map(Number)
  const network = table
    .map((line) => line.trim().split(/[:\s]+/))
    .filter(([name = '']) => /^\w+$/.test(name) && !['lo', 'face', 'Inter'].includes(name))
    .reduce((sum, columns) => sum + (Number(columns[1]) || 0) + (Number(columns[9]) || 0), 0)
  return { cpuSeconds: cpu / 1e9, memory, processes, outOfMemory, network }
}
