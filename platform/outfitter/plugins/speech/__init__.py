"""The contract between the platform and whoever turns announcements into sound."""
