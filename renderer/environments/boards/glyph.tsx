/** The drawing of a cell's kind, in a square of 20 units; nothing for kinds that are a face and a ground. */
export function Glyph({ kind }: { readonly kind: string }) {
  const shape = SHAPES[kind]
  if (!shape) return null
  return (
    <svg viewBox="0 0 20 20" aria-hidden>
      {shape}
    </svg>
  )
}

const SHAPES: Readonly<Record<string, React.ReactNode>> = {
  wall: (
    <g className="gem-wall">
      <rect width="20" height="20" />
      <path d="M0 6.5h20M0 13.5h20M10 0v6.5M4 6.5v7M15 6.5v7M10 13.5V20" />
    </g>
  ),
  goal: (
    <g className="gem-goal">
      <circle cx="10" cy="10" r="4.5" />
      <circle cx="10" cy="10" r="1.4" className="gem-dot" />
    </g>
  ),
  box: (
    <g className="gem-box">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
    </g>
  ),
  home: (
    <g className="gem-home">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M6 10.3l2.9 2.9L14.2 7.4" />
    </g>
  ),
  player: (
    <g className="gem-player">
      <circle cx="10" cy="6" r="3" />
      <path d="M4.5 17c0-4 2.3-6.3 5.5-6.3s5.5 2.3 5.5 6.3z" />
    </g>
  ),
  flag: (
    <g className="gem-flag">
      <path d="M6.5 3.5v13.5" />
      <path d="M6.5 4l8 3-8 3z" className="gem-cloth" />
    </g>
  ),
  mine: (
    <g className="gem-mine">
      <circle cx="10" cy="10" r="4.6" />
      <path d="M10 2.5v15M2.5 10h15M4.8 4.8l10.4 10.4M15.2 4.8L4.8 15.2" />
    </g>
  ),
  black: <circle cx="10" cy="10" r="5" className="gem-peg-black" />,
  white: <circle cx="10" cy="10" r="5" className="gem-peg-white" />,
  none: <circle cx="10" cy="10" r="2" className="gem-peg-none" />,
}
