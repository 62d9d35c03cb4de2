import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { toFailure } from '#shared/workbench/failure.ts'
import { modelFailure } from '../../../../electron/workbench/models/model-calls.ts'

describe('what is said of a model server', () => {
  it.each([
    [
      'that ended',
      ErrorCode.ConnectionClosed,
      'Connection closed',
      'NOT_CONNECTED',
      'Sample ended before it answered.',
    ],
    [
      'that is silent',
      ErrorCode.RequestTimeout,
      'Request timed out',
      'NO_ANSWER',
      'Sample did not answer in time.',
    ],
    ['that refuses', ErrorCode.InvalidParams, 'no such workspace', 'SERVER_REFUSED', 'no such workspace'],
  ])('%s', (_, code, message, said, sentence) => {
    const failure = toFailure(modelFailure(new McpError(code, message), 'Sample'))
    expect(failure).toMatchObject({ code: said, message: sentence })
    expect(failure.hint).toBeTruthy()
  })

  it('keeps what the server added to its refusal', () => {
    const thrown = new McpError(ErrorCode.InvalidParams, 'no', { field: 'workspace' })
    expect(toFailure(modelFailure(thrown, 'Sample')).details).toEqual({ field: 'workspace' })
  })

  it('leaves every other failure as it is', () => {
    const error = new Error('cancelled')
    expect(modelFailure(error, 'Sample')).toBe(error)
  })
})
