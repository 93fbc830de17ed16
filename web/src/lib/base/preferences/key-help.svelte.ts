/** Whether the list of keys is open. */
export const keyHelp = $state({ open: false });
