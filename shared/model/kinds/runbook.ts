import { described } from './fields.ts'
import {
  type Members,
  type Rule,
  anything,
  choice,
  flag,
  inWords,
  listOf,
  map,
  number,
  object,
  optional,
  required,
  text,
} from './schema.ts'

const named: Members = { ...described, name: required(text('Name, unique in its section')) }
const shown: Members = { ...named, display_name: required(inWords('Name to show')) }
const introduced: Members = { ...shown, short_description: required(inWords('What it is, in a few words')) }

const observation: Rule = object({
  ...introduced,
  phenomenon: required(
    object({
      phenomenon_type: required(text('query, action, dashboard, event, …')),
      inputs: optional(anything()),
      outputs: optional(anything()),
      properties: optional(map()),
    }),
  ),
  conclusions: required(
    listOf(
      object({
        condition_type: required(text()),
        condition: required(text('When this conclusion holds')),
        severity: required(text()),
        display_name: required(inWords()),
        short_description: required(inWords()),
        group: required(text()),
        description: optional(inWords()),
        properties: optional(map()),
      }),
    ),
  ),
  priority: optional(number()),
})

const knowledge: Rule = object({
  ...introduced,
  apply_policy: required(
    object({
      apply_type: required(choice(['auto', 'manual', 'always', 'custom'])),
      condition: optional(anything()),
    }),
  ),
  content_type: required(text('markdown is built in')),
  content: optional(text()),
  content_url: optional(text()),
  priority: optional(number()),
  last_updated: optional(anything()),
})

const skill: Rule = object({
  ...shown,
  name: required({
    type: 'text',
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    about: 'Lower-case words joined by hyphens',
  }),
  description: required(inWords()),
  license: optional(text()),
  compatibility: optional(anything()),
  allowed_tools: optional(text('Names with blanks between')),
  metadata: optional(map()),
  files: optional(listOf(object({ name: required(text()), content: required(text()) }))),
  skill_url: optional(text()),
  priority: optional(number()),
  last_updated: optional(anything()),
})

const toolkit: Rule = object({
  ...shown,
  toolkit_type: required(text()),
  configs: optional(anything()),
  tools: required(
    listOf(
      object({
        ...shown,
        input_schema: optional(map()),
        output_schema: optional(map()),
        risk_level: optional(text()),
        idempotent: optional(flag()),
        confirmation_required: optional(flag()),
      }),
    ),
  ),
})

const action: Rule = object({
  ...shown,
  action_type: required(text()),
  inputs: optional(listOf(anything())),
  outputs: optional(listOf(anything())),
  confirmation_required: optional(flag()),
  risk_level: optional(text()),
})

const automation: Rule = object({
  ...introduced,
  automation_type: required(text()),
  trigger: required(
    object({
      trigger_type: required(choice(['scheduled', 'event', 'custom'])),
      schedule: optional(anything()),
      properties: optional(map()),
    }),
  ),
  inputs: optional(anything()),
  properties: optional(map()),
})

/** Sections of a runbook; each entry is found by itself (docs/model-service.md#kinds). */
export const runbook: Members = {
  observations: optional(listOf(observation, 'What to look at and what follows from it')),
  actions: optional(listOf(action, 'What can be done')),
  toolkits: optional(listOf(toolkit, 'Tools to use')),
  knowledge: optional(listOf(knowledge, 'What is worth knowing')),
  automations: optional(listOf(automation, 'What runs by itself')),
  skills: optional(listOf(skill, 'Know-how for agents')),
}
