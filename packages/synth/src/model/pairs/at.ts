/** Returns the element at a position; throws a RangeError outside of the list. */
export function at<Item>(list: ArrayLike<Item>, position: number): Item {
  const item = list[position]
  if (item === undefined) throw new RangeError(`No element ${position} of ${list.length}`)
  return item
}
