import { type DragEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** What makes an element take dropped files: its handlers, and the attribute with which it shows that it does. */
export function useDropTarget(onFiles: (data: DataTransfer) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent): void => {
      if (!hasFiles(event)) return
      // Also if nothing accepts the files: the browser would navigate to them.
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      onFiles(event.dataTransfer)
    },
  }
}
