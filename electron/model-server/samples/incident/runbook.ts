import { element } from '../authoring.ts'

/** The on-call's runbook: it asks for load before it asks for versions. */
export const operations = element(
  'runbook_set',
  'platform',
  'platform.service.ops',
  {
    words: ['Service operations', '服务运维手册'],
    about: 'How to find out why a service is overloaded and how to relieve it.',
  },
  {
    observations: [
      {
        name: 'load-against-capacity',
        display_name: { en_us: 'Load against capacity' },
        short_description: { en_us: 'How much is asked of the service and how much it can take' },
        phenomenon: { phenomenon_type: 'query', inputs: { fields: 'qps_now, qps_capacity' } },
        conclusions: [
          {
            condition_type: 'threshold',
            condition: 'qps_now > qps_capacity',
            severity: 'critical',
            display_name: { en_us: 'Overloaded' },
            short_description: { en_us: 'More comes in than the service can do' },
            group: 'load',
          },
        ],
      },
      {
        name: 'recent-changes',
        display_name: { en_us: 'Recent changes' },
        short_description: { en_us: 'Deployments and settings of the last day, callers included' },
        phenomenon: { phenomenon_type: 'query', inputs: { depth: '2' } },
        conclusions: [
          {
            condition_type: 'exists',
            condition: 'config_change of a caller',
            severity: 'warning',
            display_name: { en_us: 'A caller was changed' },
            short_description: { en_us: 'Retries of a caller multiply its load' },
            group: 'change',
          },
        ],
      },
      {
        name: 'traffic-sources',
        display_name: { en_us: 'Traffic sources' },
        short_description: { en_us: 'Promotions that send people' },
        phenomenon: { phenomenon_type: 'query', inputs: { source: 'business.promotion' } },
        conclusions: [
          {
            condition_type: 'threshold',
            condition: 'actual_peak_qps > expected_peak_qps',
            severity: 'critical',
            display_name: { en_us: 'More visitors than planned' },
            short_description: { en_us: 'A promotion drew more than it was planned for' },
            group: 'load',
          },
        ],
      },
    ],
    toolkits: [
      {
        name: 'graph',
        display_name: { en_us: 'Object graph' },
        toolkit_type: 'mcp',
        tools: [
          {
            name: 'query_spl_execute',
            display_name: { en_us: 'Run a query' },
            risk_level: 'low',
            idempotent: true,
          },
        ],
      },
      {
        name: 'settings',
        display_name: { en_us: 'Settings' },
        toolkit_type: 'http',
        tools: [
          {
            name: 'restore_setting',
            display_name: { en_us: 'Restore a setting' },
            risk_level: 'medium',
            idempotent: true,
            confirmation_required: true,
          },
        ],
      },
    ],
    knowledge: [
      {
        name: 'retries-multiply',
        display_name: { en_us: 'Retries multiply' },
        short_description: { en_us: 'How to work out the load that retries make' },
        apply_policy: { apply_type: 'auto' },
        content_type: 'markdown',
        content:
          'When calls time out, load grows with the number of tries: 3.5 times the visitors at five tries instead of two is 3.5 × 5/2 = 8.75 times. A gateway planned for 4000 calls a second then gets 35000.',
        priority: 1,
      },
      {
        name: 'relieve-the-gateway',
        display_name: { en_us: 'Relieve the gateway' },
        short_description: { en_us: 'What helps within minutes' },
        apply_policy: { apply_type: 'manual' },
        content_type: 'markdown',
        content:
          'Put the retries of the callers back first, then add replicas, then shed orders of guests. Rolling back a version that only changed logging helps nobody.',
        priority: 2,
      },
    ],
    automations: [
      {
        name: 'watch-gateway-load',
        display_name: { en_us: 'Watch the gateway' },
        short_description: { en_us: 'Looks at the load every minute' },
        automation_type: 'check',
        trigger: { trigger_type: 'scheduled' },
      },
    ],
    skills: [
      {
        name: 'trace-root-cause',
        display_name: { en_us: 'Trace the root cause' },
        description: { en_us: 'Walks from an incident over services and changes to what set it off' },
        license: 'Apache-2.0',
        allowed_tools: 'query_spl_execute',
        files: [
          {
            name: 'SKILL.md',
            content:
              'Start at the incident, take its services, their callers, the changes of those, and the promotions behind the changes.',
          },
        ],
      },
    ],
  },
)
