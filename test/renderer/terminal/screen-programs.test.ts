import { describe, expect, it } from 'vitest'
import { screenProgram } from '../../../renderer/terminal/line/screen-programs.ts'

describe('programs that need a whole screen', () => {
  it.each([
    ['vim notes.txt', 'vim', 'editor'],
    ['sudo nano /etc/hosts', 'nano', 'editor'],
    ['EDITOR=x /usr/bin/vi a', 'vi', 'editor'],
    ['cd repo && vim a', 'vim', 'editor'],
    ['top', 'top', 'monitor'],
    ['dmesg | less', 'less', 'pager'],
    ['man ls', 'man', 'pager'],
    ['tmux', 'tmux', 'multiplexer'],
    ['ssh host', 'ssh', 'shell'],
    ['python3', 'python3', 'shell'],
    ['bash -i', 'bash', 'shell'],
    ['watch ls', 'watch', 'watch'],
    ['passwd', 'passwd', 'password'],
  ])('%j is recognised', (line, name, alternative) =>
    expect(screenProgram(line)).toEqual({ name, alternative }),
  )

  it.each([
    'echo vim',
    'ls | grep top',
    'top -bn1',
    'top -b -n 1 | head',
    'git log | cat',
    'ssh host uptime',
    'python3 script.py',
    'python3 -c "print(1)"',
    'echo 1 | python3',
    'python3 < script.py',
    'psql -c "select 1"',
    'sqlite3 a.db "select 1"',
    'less file > copy',
    'tmux ls',
    'su -c "id" nobody',
    'bash install.sh',
    'python3 <<EOF\nprint(1)\nEOF',
  ])('%j is not', (line) => expect(screenProgram(line)).toBeUndefined())
})
