/** List and thread side by side; below it one of them fills the screen. */
export const isWide = () => matchMedia('(min-width: 768px)').matches
