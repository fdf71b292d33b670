/** Describes the properties of every list of the Contact Vendors dialog. */
export type VendorListProps = {
  dprId: string
  /** Goes with each invitation. */
  message: string
  mayInvite: boolean
  onLeave: () => void
}
