import { layout, type ForceInput } from './force.ts'

addEventListener('message', ({ data }: MessageEvent<ForceInput>) => {
  const positions = layout(data)
  postMessage(positions, { transfer: [positions.buffer] })
})
