import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../electron/sandbox-server/option-values.ts'
import { readOptions, type Options } from '../../../electron/sandbox-server/options.ts'

describe('a wrong option is reported in one line', () => {
  it.each([
    [['--addr', 'foo'], '--addr'],
    [['--addr', '127.0.0.1:99999'], '--addr'],
    [['--allowed-hosts', 'https://box.example.org'], '--allowed-hosts wants host names without ports'],
    [['--runtime', 'lxc'], '--runtime'],
    [['--idle-minutes', '0'], '--idle-minutes'],
    [['--platform', 'arm64'], '--platform'],
    [['--max-sandboxes', '-1'], '--max-sandboxes'],
    [['--max-sandboxes', '-1'], 'wants a value; one that begins with - is written --max-sandboxes=VALUE'],
    [['--max-sandboxes=-1'], '--max-sandboxes wants a whole number above 0, not "-1"'],
    [['--network'], '--network'],
    [['--default-cpus', '0'], '--default-cpus wants a number above 0 and up to 16, not "0"'],
    [['--default-cpus', '17'], 'not "17"'],
    [['--default-cpus', 'two'], 'not "two"'],
    [['--default-cpus', ''], 'not ""'],
    [['--default-memory', 'much'], '--default-memory wants a size up to 64g, such as 512m or 8g, not "much"'],
    [['--default-memory', '0'], 'not "0"'],
    [['--default-memory', '65g'], 'not "65g"'],
    [['--token', ''], '--token'],
    [['--data', ''], '--data must not be empty'],
    [['--images', ''], '--images must not be empty'],
    [['--data', process.execPath], 'is not a folder'],
    [['--images', process.execPath], 'is not a folder'],
    [['--kube-registry', 'https://registry.example.org'], '--kube-registry wants HOST[:PORT][/PATH]'],
    [['--kube-registry', 'sandboxes'], 'not "sandboxes"'],
    [['--kube-registry-ca', '/no/such/file'], '--kube-registry-ca wants a file of certificates in PEM'],
    [['--kube-registry-ca', import.meta.filename], '--kube-registry-ca wants a file of certificates in PEM'],
    [['--kube-warm', ''], '--kube-warm'],
    [['--kube-template', 'Small Ones'], '--kube-template wants the name of an object in the cluster'],
    [['--kube-template', ''], 'not ""'],
    [['--kube-warm', 'debian'], '--kube-warm wants IMAGE=N'],
    [['--kube-warm', 'debian=0'], 'not "debian=0"'],
    [['--kube-warm', 'debian=101'], 'not "debian=101"'],
    [['--kube-warm', 'debian=1,=2'], 'not "=2"'],
    [['--kube-warm', 'debian=1/0'], 'not "debian=1/0"'],
    [['--kube-warm', 'debian=1/99/1g'], 'not "debian=1/99/1g"'],
    [['--kube-warm', 'debian=1/1/much'], 'not "debian=1/1/much"'],
    [['--kube-warm', 'debian=1/1/1g/1g/1'], 'not "debian=1/1/1g/1g/1"'],
    [['--bogus'], '--bogus'],
    [['stray'], 'stray'],
  ])('%s', (argv, text) => {
    const read = () => readOptions(argv, { HOME: '/home/nobody' })
    expect(read).toThrow(UsageError)
    expect(read).toThrow(text)
    expect(read).not.toThrow(/\n/)
  })
})

it('reads which Pods are kept ready', () => {
  const argv = ['--kube-warm', 'debian:12=2, host:5000/a/b@sha256:0=1/0.5/512m', '--platform', 'linux/arm64']
  const { cluster } = readOptions(argv, { HOME: '/home/nobody' }) as Options
  const [mega, giga] = [1024 ** 2, 1024 ** 3]
  expect(cluster).toMatchObject({
    platform: 'linux/arm64',
    warm: [
      { image: 'debian:12', count: 2, limits: { cpus: 2, memory: 8 * giga, disk: 50 * giga } },
      {
        image: 'host:5000/a/b@sha256:0',
        count: 1,
        limits: { cpus: 0.5, memory: 512 * mega, disk: 50 * giga },
      },
    ],
  })
})

it.each<[string[], number, number]>([
  [[], 2, 8 * 1024 ** 3],
  // A node reserves all of it.
  [['--runtime', 'kubernetes'], 2, 2 * 1024 ** 3],
  [['--runtime', 'kubernetes', '--default-memory', '8g'], 2, 8 * 1024 ** 3],
  [['--default-cpus', '0.5', '--default-memory', '512m'], 0.5, 512 * 1024 ** 2],
  [['--default-memory', '64g'], 2, 64 * 1024 ** 3],
])('a start that names no limits and a ready Pod get those of %j', (argv, cpus, memory) => {
  const options = readOptions([...argv, '--kube-warm', 'debian=1'], { HOME: '/home/nobody' }) as Options
  expect(options).toMatchObject({ defaultCpus: cpus, defaultMemory: memory })
  expect(options.cluster.warm).toMatchObject([{ limits: { cpus, memory } }])
})
