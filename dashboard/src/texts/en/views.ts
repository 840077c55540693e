export const views = {
  "views.title": "Views",
  "views.none": "Save filters and columns that you often need as a view.",
  "views.save": "Save this view",
  "views.name": "Name",
  "views.name-help": "Keeps the filters and columns that the list has now.",
  "views.share": "Share it with the team",
  "views.shared-by": "Shared by {who}",
  "views.edit": "Edit",
  "views.edit-title": "Edit this view",
  "views.replace": "Replace its filters and columns by those of the list now",
  "views.submit": "Save",
  "views.delete": "Delete",
} as const;
