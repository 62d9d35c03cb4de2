import { describe, expect, it } from 'vitest'
import { screenProgram } from '../../../renderer/sandboxes/line/screen-programs.ts'

describe('programs that need a whole screen', () => {
  it.each([
    ['vim notes.txt', 'vim', 'editor'],
    ['sudo nano /etc/hosts', 'nano', 'editor'],
    ['EDITOR=x /usr/bin/vi a', 'vi', 'editor'],
    ['cd repo && vim a', 'vim', 'editor'],
    ['top', 'top', 'monitor'],
    ['dmesg | less', 'less', 'pager'],
    ['git add . && git commit', 'git', 'message'],
    ['git -C repo commit --amend', 'git', 'message'],
    ['git rebase -i HEAD~3', 'git', 'message'],
    ['git revert HEAD', 'git', 'message'],
    ['git tag -a v1', 'git', 'message'],
    ['crontab -e', 'crontab', 'message'],
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
    'git log',
    'man ls',
    'git commit -am "why"',
    'git commit --amend --no-edit',
    'git tag v1',
    'git tag -a v1 -m one',
    'git rebase main',
    'git log --grep commit',
    'crontab -l',
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
