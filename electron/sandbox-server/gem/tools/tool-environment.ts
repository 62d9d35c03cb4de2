import { TOOL } from '#shared/gem/catalogue/knowledge.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import { after, type Environment } from '../environment.ts'

/** The result of a call. */
export interface ToolResult {
  readonly observation: string
  readonly failed: boolean
}

/** A tool that an agent may call instead of answering. */
export interface Tool {
  readonly type: string
  /** How to call it, for the agent. */
  readonly instructions: string
  /**
   * The call in a reply: the part of the reply that counts as the action, and a function to run it; null if there is none.
   */
  read(reply: string): { readonly action: string; run(): ToolResult | Promise<ToolResult> } | null
  close?(): Promise<void>
}

const LAST_USE = 'That was the last call. Give the answer now.'

/**
 * An environment with a tool (docs/gem.md#tools): a step with a call is answered by the tool, has its own reward, and never ends
 * the episode. A step without a call, or beyond the limit of calls, goes to the environment.
 */
export class ToolEnvironment implements Environment {
  readonly #inner: Environment
  readonly #tool: Tool
  #uses = 0
  #successes = 0

  constructor(inner: Environment, tool: Tool) {
    this.#inner = inner
    this.#tool = tool
  }

  reset(seed?: number): ResetResult | Promise<ResetResult> {
    const before = { prev_ep_tool_use_counter: this.#uses, prev_ep_tool_success_counter: this.#successes }
    this.#uses = 0
    this.#successes = 0
    return after(this.#inner.reset(seed), ({ observation, info }) => ({
      observation: `${String(observation)}\n${this.#tool.instructions}`,
      info: { ...info, ...this.#counters(), ...before, use_tool: false },
    }))
  }

  step(reply: string): StepResult | Promise<StepResult> {
    const call = this.#uses < TOOL.maxUses ? this.#tool.read(reply) : null
    if (!call)
      return after(this.#inner.step(reply), (result) => ({
        ...result,
        info: { ...result.info, ...this.#counters(), use_tool: false },
      }))
    return after(call.run(), ({ observation, failed }) => {
      this.#uses++
      if (!failed) this.#successes++
      const info = { parsed_action: call.action, tool_type: this.#tool.type, use_tool: true }
      return {
        observation: this.#uses === TOOL.maxUses ? `${observation}\n\n${LAST_USE}` : observation,
        reward: TOOL.use + (failed ? 0 : TOOL.success),
        terminated: false,
        truncated: false,
        info: { ...info, ...this.#counters() },
      }
    })
  }

  async close(): Promise<void> {
    await this.#tool.close?.()
    await this.#inner.close?.()
  }

  #counters(): Record<string, number> {
    return { tool_use_counter: this.#uses, tool_success_counter: this.#successes }
  }
}
