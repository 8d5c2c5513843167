"""The contract between the platform and a CRM in which whoever hosts it keeps its sales."""
