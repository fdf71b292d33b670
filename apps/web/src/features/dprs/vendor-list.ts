/** What every list of the Contact Vendors dialog is given. */
export type VendorListProps = {
  dprId: string
  /** Goes with each invitation. */
  message: string
  mayInvite: boolean
  onLeave: () => void
}
