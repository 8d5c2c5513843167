"""The development pages alone, as both hosts mount them."""

from django.urls import include, path

urlpatterns = [path("_dev/", include("outfitter.devtools.urls"))]
