import { showNumber, useText } from '../../i18n/text.ts'
import { IconSign } from '../../graph/canvas/kind-icon.tsx'
import { cardGround, HEATS, heatHue, kindColour, stateHue } from '../../graph/scene/palette.ts'
import { TONES } from '../graph/entity-state.ts'
import type { GraphNode } from '../graph/graph.ts'
import { rangeOfRule, type StyleRule } from '../view/style-rule.ts'
import { typeName } from '../graph/set-names.ts'

/** CSS gradient from the minimum to the maximum colour. */
export const scaleColours = `linear-gradient(90deg, ${cardGround(heatHue(0))}, ${cardGround(heatHue(HEATS - 1))})`

/** What the colours of states say: "● healthy ● degraded or warning ● down or failing". */
function StatesLine() {
  const t = useText()
  return (
    <span>
      {t('explorer.styles.states')}:{' '}
      {TONES.map((tone) => (
        <span key={tone}>
          <Dot colour={kindColour(stateHue(tone))} /> {t(`explorer.styles.state.${tone}`)}{' '}
        </span>
      ))}
    </span>
  )
}

const Dot = ({ colour, width = 10 }: { readonly colour: string; readonly width?: number }) => (
  <i
    style={{
      display: 'inline-block',
      width,
      height: 10,
      borderRadius: 5,
      marginInline: 2,
      background: colour,
    }}
  />
)

interface RuleLineProps {
  readonly rule: StyleRule
  /** Nodes that determine a gradient's range. */
  readonly nodes: readonly GraphNode[]
}

/** Summarises a rule on one line: "■ status = degraded · 1.5×", or "▬ latency from 3 to 120". */
export function RuleLine({ rule, nodes }: RuleLineProps) {
  const t = useText()
  if (rule.states) return <StatesLine />
  const { by, field = '', value, gradient = false, hue, size, icon, caption } = rule
  const [from, to] = (gradient && rangeOfRule(rule, nodes)) || []
  const matched =
    from !== undefined && to !== undefined
      ? t('explorer.styles.range', { field, from: showNumber(from), to: showNumber(to) })
      : gradient
        ? t('explorer.styles.noNumbers', { field })
        : `${by === 'field' ? field : t(`explorer.column.${by}`)} = ${by === 'kind' ? typeName(value) : value}`
  const more = [
    matched,
    size === undefined ? '' : `${showNumber(size)}×`,
    caption === undefined ? '' : t('explorer.styles.captionOf', { field: caption }),
  ]
  return (
    <span>
      {icon === undefined ? null : <IconSign icon={icon} hue={hue} />}
      {gradient || (hue !== undefined && icon === undefined) ? (
        <Dot colour={gradient ? scaleColours : kindColour(hue ?? 0)} width={gradient ? 48 : 10} />
      ) : null}{' '}
      {more.filter((part) => part !== '').join(' · ')}
    </span>
  )
}
