import { expect, it } from 'vitest'
import {
  standInOf,
  stopReason,
  translateSentence,
} from '../../../renderer/sandboxes/sandboxes/platform-sentences.ts'
import { sandboxesMessages } from '../../../renderer/sandboxes/messages.en.ts'
import { startMessages } from '../../../renderer/sandboxes/start-messages.en.ts'
import { pullMessage } from '../../../electron/sandbox-server/lifecycle/image-phase.ts'
import { pullReason } from '../../../electron/sandbox-server/runtime/engine/pull-reasons.ts'
import type { Text } from '../../../renderer/i18n/text.ts'

const messages: Readonly<Record<string, string>> = { ...sandboxesMessages, ...startMessages }
const english = ((key: string, values: Readonly<Record<string, unknown>> = {}) =>
  (messages[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))) as Text

// As written by electron/sandbox-server/lifecycle.
it.each([
  'The server was restarted; the sandbox’s processes ended with it.',
  'Stopped because the server ended.',
  'Stopped: its files took more than the disk limit of 2 GB.',
  'Stopped after 30 minutes without use.',
  'The sandbox ended by itself: its first process was killed.',
  'The sandbox ended by itself: its Pod was deleted or failed.',
  'Not started: not started within 60 seconds.',
  'A process was killed: the memory limit of 512 MB was reached.',
  '12 processes were killed: the memory limit of 512 MB was reached.',
  'What another platform says.',
])('says “%s” with all its values', (notice) => {
  expect(translateSentence(english, notice)).toBe(notice)
})

it.each([
  ['stopped', ['What another platform says.', 'Stopped because the server ended.'], 1],
  ['stopped', ['Stopped after 30 minutes without use.', 'Stopped because the server ended.'], 1],
  ['stopped', ['A process was killed: the memory limit of 512 MB was reached.'], undefined],
  ['stopped', [] as string[], undefined],
  // Of an earlier stop.
  ['running', ['Stopped because the server ended.'], undefined],
])('knows why a sandbox that is %s with %j has stopped', (state, notices, at) => {
  expect(stopReason({ state, notices })).toBe(at === undefined ? undefined : notices[at])
})

it('names the image that another stands in for', () => {
  const notice = 'Image python:3.11 isn’t here, so this sandbox uses this machine’s own system.'
  expect(translateSentence(english, notice)).toBe(
    'The image python:3.11 isn’t available, so this sandbox has this machine’s own system instead.',
  )
})

it('tells what has not been fetched from what the engine says of it', () => {
  const reason = 'short-name "doesnotexist:9" did not resolve to an alias'
  const standIn = (why: string) =>
    `Image doesnotexist:9 ${why}, so this sandbox uses this machine’s own system.`
  expect(standInOf(english, standIn(`can’t be had: ${reason}`))).toEqual({
    sentence:
      'The image doesnotexist:9 could not be fetched, so this sandbox has this machine’s own system instead.',
    reason,
  })
  expect(standInOf(english, standIn('isn’t here'))).toEqual({
    sentence: translateSentence(english, standIn('isn’t here')),
  })
  expect(standInOf(english, 'Stopped because the server ended.')).toBeUndefined()
})

it.each([
  [{ done: 45e6, total: 120e6, isHere: false }, 'sandboxes.pull.downloading'],
  [{ done: 0.1e9, total: 1.2e9, isHere: false }, 'sandboxes.pull.downloading'],
  [{ done: 0, total: 0, isHere: false }, 'sandboxes.pull.begun'],
  [{ done: 9, total: 9, isHere: true }, 'sandboxes.pull.unpacking'],
])('knows how far a pull is by its form: %j', (progress, key) => {
  const named = ((name: string) => name) as Text
  const sentence = pullMessage('python:3.11', progress)
  expect(translateSentence(named, sentence)).toBe(key)
  expect(translateSentence(english, sentence)).toBe(sentence)
})

it.each([
  ['manifest unknown', 'its registry has no image with this name and tag (manifest unknown)'],
  [
    "may require 'docker login'",
    "it doesn’t exist, or its registry needs another sign-in (may require 'docker login')",
  ],
  [
    'short-name "x:9" did not resolve to an alias',
    'the container engine needs the registry in the name; write the full name, such as docker.io/library/python:3.11 (short-name "x:9" did not resolve to an alias)',
  ],
  ['401 Unauthorized', 'its registry needs a sign-in, or another one (401 Unauthorized)'],
  [
    'toomanyrequests: wait',
    'its registry’s download limit is reached; wait, or sign in (toomanyrequests: wait)',
  ],
  ['no such host', 'its registry can’t be reached (no such host)'],
  [
    'server gave HTTP response to HTTPS client',
    'its registry uses plain HTTP, which the container engine must allow (server gave HTTP response to HTTPS client)',
  ],
  ['x509: unknown', 'the container engine doesn’t trust its registry’s certificate (x509: unknown)'],
  ['no space left on device', 'the container engine’s disk is full (no space left on device)'],
  [
    'Cannot connect to the Docker daemon',
    'the container engine doesn’t answer (Cannot connect to the Docker daemon)',
  ],
  ['no matching manifest', 'its registry doesn’t have it for this platform (no matching manifest)'],
  ['something new', 'something new'],
])('says why an image is not available: %s', (words, reason) => {
  const failed = `Failed to pull image a/b:1: it can’t be had: ${pullReason(words)}. Images here: local, c:2`
  const said = `Could not get a/b:1: ${reason}. Available here: local, c:2`
  expect(translateSentence(english, failed)).toBe(said)
  expect(translateSentence(english, failed.replace('. Images here: local, c:2', ''))).toBe(
    `Could not get a/b:1: ${reason}`,
  )
  expect(translateSentence(english, `Not started: ${failed}.`)).toBe(`Not started: ${said}.`)
  const standIn = `Image a/b:1 can’t be had: ${pullReason(words)}, so this sandbox uses this machine’s own system.`
  expect(translateSentence(english, standIn)).toContain(`(${reason})`)
})
