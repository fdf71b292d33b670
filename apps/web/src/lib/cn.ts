import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// theme.css adds sizes to Tailwind's own scale; without this, `text-md` would count as a color.
const mergeClasses = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl', '2xl', '3xl', '4xl'] }],
      shadow: [{ shadow: ['raised', 'float', 'dialog'] }],
    },
  },
})

export function cn(...classes: ClassValue[]) {
  return mergeClasses(clsx(classes))
}
